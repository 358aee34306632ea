import {
  createBot,
  createMemoryStorage,
  type DownloadOptions,
  type HandlerContext,
  type JsonValue,
  type Plugin,
  PlatformError,
  type Storage,
} from "@botwright/core";
import { describe, expect, test } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { fakePlatform, incoming } from "./messages.ts";

const image = (reference: string) => ({
  thumb_width: 0,
  thumb_height: 0,
  mid_size: 3,
  media: { encrypt_query_param: reference },
});

/** A plugin that writes its slug into its storage. */
const writes = (slug: string): Plugin =>
  plugin(slug, async ({ storage }) => {
    await storage.set("who", slug);
    return { handled: false };
  });

/** A storage of a host, with a state of its own. */
class CountingStorage implements Storage {
  readonly #stored = createMemoryStorage().open(1, "counts");
  writes = 0;

  get(key: string) {
    return this.#stored.get(key);
  }

  async set(key: string, value: JsonValue) {
    await this.#stored.set(key, value);
    this.writes += 1;
  }

  async compareAndSet(key: string, expected: JsonValue, value: JsonValue) {
    const isSet = await this.#stored.compareAndSet(key, expected, value);
    if (isSet) this.writes += 1;
    return isSet;
  }

  delete(key: string) {
    return this.#stored.delete(key);
  }

  keys() {
    return this.#stored.keys();
  }

  clear() {
    return this.#stored.clear();
  }
}

describe("the context", () => {
  // spec: context.names, context.config, context.ids, context.quoted-message, context.message-id
  // spec: get-creds.only-way
  test("holds the names of the specification", async () => {
    let seen: HandlerContext | undefined;
    const spy = plugin("spy", (context) => {
      seen = context;
      return { handled: false };
    });
    const quotedMessage = { title: "Bot", item: {}, text: "Bot | 早" };
    const { dispatcher } = setUp([{ plugin: spy, config: { city: "上海" } }], {
      botDbId: 5,
      userId: 6,
    });
    await dispatcher.dispatch(incoming({ quotedMessage }));
    expect(seen).toMatchObject({
      config: { city: "上海" },
      botDbId: 5,
      userId: 6,
      mediaBuffer: null,
      quotedMessage,
      messageId: 7,
    });
    expect(Object.keys(seen ?? {}).toSorted()).toEqual([
      "aiService",
      "bot",
      "botDbId",
      "config",
      "getPlatformCreds",
      "mediaBuffer",
      "messageId",
      "msg",
      "quotedMessage",
      "searchService",
      "storage",
      "userId",
    ]);
    expect(await seen?.getPlatformCreds("feishu").catch((error: unknown) => error)).toMatchObject({
      code: "CALL_ENDED",
    });
  });

  // spec: plugin.media, context.media-buffer
  test("brings the medium, or null when it cannot be had", async () => {
    const sizes: (number | undefined)[] = [];
    const spy = plugin("spy", ({ mediaBuffer }) => {
      sizes.push(mediaBuffer?.length);
      return { handled: false };
    });
    const { dispatcher, warnings } = setUp([spy]);
    await dispatcher.dispatch(incoming({ type: "image", image: image("photo") }));
    await dispatcher.dispatch(incoming({ type: "image", image: image("gone") }));
    const file = {
      file_name: "big",
      len: 20 * 1024 * 1024 + 1,
      md5: "",
      media: { encrypt_query_param: "photo" },
    };
    await dispatcher.dispatch(incoming({ type: "file", file }));
    expect(sizes).toEqual([3, undefined, undefined]);
    expect(warnings.join()).toContain("no such file");
  });

  test("brings what the download showed of the medium; the message stays as it came", async () => {
    const bytes = new Uint8Array(5);
    const { adapter } = fakePlatform({
      methods: {
        download: async (item) => ({
          bytes,
          item: "md5" in item ? { ...item, file_name: "a.txt", len: 5 } : item,
        }),
      },
    });
    const seen: HandlerContext[] = [];
    const spy = plugin("spy", (context) => {
      seen.push(context);
      return { handled: false };
    });
    const { dispatcher } = setUp([spy, { plugin: { ...spy, meta: { slug: "other" } } }], {
      bot: createBot(adapter),
    });
    const media = { encrypt_query_param: "r" };
    const file = Object.freeze({ file_name: "", len: 0, md5: "", media });
    const message = incoming({ type: "file", file });
    Object.freeze(message.message);
    await dispatcher.dispatch(message);
    expect(seen).toHaveLength(2);
    for (const { msg, mediaBuffer } of seen) {
      expect(msg.file).toEqual({ file_name: "a.txt", len: 5, md5: "", media });
      expect(mediaBuffer).toHaveLength(5);
    }
    expect(message.message.file).toBe(file);
  });

  test("brings no more of a medium than it may have, and only the sender's", async () => {
    const asked: (DownloadOptions | undefined)[] = [];
    const tooLarge = new PlatformError("too large", { code: "MEDIA_TOO_LARGE" });
    const { adapter } = fakePlatform({
      methods: {
        async download(_item, options) {
          asked.push(options);
          throw tooLarge;
        },
      },
    });
    const sizes: unknown[] = [];
    const spy = plugin("spy", ({ mediaBuffer }) => {
      sizes.push(mediaBuffer);
      return { handled: false };
    });
    const { dispatcher, warnings } = setUp([spy], { bot: createBot(adapter) });
    await dispatcher.dispatch(incoming({ type: "image", from: "ann", image: image("photo") }));
    expect(asked).toEqual([{ from: "ann", maxBytes: 20 * 1024 * 1024 }]);
    expect(sizes).toEqual([null]);
    expect(warnings).toEqual([]);
  });

  test("without services: storage in memory, an AI that says so, a search that fails with a code", async () => {
    const answers: unknown[] = [];
    const asks = plugin("asks", async ({ aiService, searchService, storage }) => {
      const visits = Number(await storage.get("visits")) + 1;
      await storage.set("visits", visits);
      answers.push(visits);
      answers.push((await aiService.callModel({ model: "m", messages: [] })).error);
      await searchService.search("北京").catch((error: unknown) => answers.push(error));
      return { handled: true };
    });
    const { dispatcher } = setUp([asks]);
    await dispatcher.dispatch(incoming({ id: "1" }));
    await dispatcher.dispatch(incoming({ id: "2" }));
    expect(answers[0]).toBe(1);
    expect(answers[1]).toContain("no AI service");
    expect(answers[2]).toMatchObject({ code: "API_ERROR" });
    expect(answers[3]).toBe(2);
  });

  test("refuses services under names that no plugin would look for", async () => {
    const services = Object.fromEntries(["ai", "search"].map((name) => [name, {}]));
    const { dispatcher } = setUp([writes("one")], { services: () => services });
    await expect(dispatcher.dispatch(incoming())).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message:
        "services.ai is unknown: services has storage, aiService, searchService, getPlatformCreds, pool (and 1 more)",
    });
  });

  test("refuses the promise of services, for which plugins would get the defaults", async () => {
    const { dispatcher } = setUp([writes("one")], {
      // The compiler takes it for services, and in JavaScript there is none.
      services: () =>
        Object.assign(Promise.resolve(), { storage: createMemoryStorage().open(1, "one") }),
    });
    await expect(dispatcher.dispatch(incoming())).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: "services gives a promise: it must give the services themselves",
    });
  });

  // spec: context.storage
  test("gives each plugin the services made for it", async () => {
    const provider = createMemoryStorage();
    const { dispatcher } = setUp([writes("one"), writes("two")], {
      services: (slug) => ({ storage: provider.open(9, slug) }),
    });
    await dispatcher.dispatch(incoming());
    expect(await provider.open(9, "one").get("who")).toBe("one");
    expect(await provider.open(9, "two").get("who")).toBe("two");
  });

  test("calls the methods of a storage that is an instance of a class", async () => {
    const storage = new CountingStorage();
    const counts = plugin("counts", async ({ storage: own }) => {
      await own.set("visits", 1);
      await own.update("visits", (visits) => Number(visits) + 1);
      await own.delete("never there");
      return { handled: (await own.keys()).length === 1 };
    });
    const { dispatcher } = setUp([counts], { services: () => ({ storage }) });
    expect(await dispatcher.dispatch(incoming())).toMatchObject({ handledBy: "counts" });
    expect(await storage.get("visits")).toBe(2);
    expect(storage.writes).toBe(2);
  });
});
