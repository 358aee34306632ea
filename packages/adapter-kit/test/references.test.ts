import {
  createInboundPipeline,
  createDownloads,
  createMediaReferences,
  createSeal,
  objectsOf,
  textOf,
} from "@botwright/adapter-kit";
import {
  type AdapterState,
  createManualClock,
  createMemoryAdapterState,
  type IncomingMessage,
  type MediaItem,
  silentLogger,
} from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";

const SEAL = { stateKey: "toy.seal", purpose: "test-1" };

describe("a seal", () => {
  test("opens to what was sealed, for its chat or for any, and is safe in a URL", async () => {
    const seal = createSeal({ ...SEAL, state: createMemoryAdapterState() });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.string(), async (chat, value) => {
        const sealed = await seal.seal(chat, value);
        expect(sealed).toMatch(/^[\w.-]+$/);
        expect(await seal.open(sealed, chat)).toBe(value);
        expect(await seal.open(sealed)).toBe(value);
        expect(await seal.open(sealed, `${chat}x`)).toBeUndefined();
      }),
    );
  });

  test("does not open when any of its text was changed", async () => {
    const seal = createSeal({ ...SEAL, state: createMemoryAdapterState() });
    const sealed = await seal.seal("ann", "value");
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length), fc.nat(3), fc.string(), async (at, cut, put) => {
        const changed = sealed.slice(0, at) + put + sealed.slice(at + cut);
        fc.pre(changed !== sealed);
        expect(await seal.open(changed, "ann")).toBeUndefined();
        expect(await seal.open(changed)).toBeUndefined();
      }),
    );
  });

  test("is none of another bot and none for another purpose", async () => {
    const state = createMemoryAdapterState();
    const sealed = await createSeal({ ...SEAL, state }).seal("ann", "value");
    expect(await createSeal({ ...SEAL, state }).open(sealed)).toBe("value");
    for (const other of [
      { ...SEAL, state, stateKey: "toy.seal.2" },
      { ...SEAL, state, purpose: "test-2" },
      { ...SEAL, state: createMemoryAdapterState() },
    ]) {
      expect(await createSeal(other).open(sealed)).toBeUndefined();
    }
  });

  test("does not confuse where a chat ends and a value begins", async () => {
    const seal = createSeal({ ...SEAL, state: createMemoryAdapterState() });
    const sealed = await seal.seal("ann", ".bob");
    expect(await seal.seal("ann.", "bob")).not.toBe(sealed);
    expect(await seal.open(sealed, "ann.")).toBeUndefined();
  });

  test("has one key, however many processes of a bot start at once", async () => {
    const kept = createMemoryAdapterState();
    const reads = Promise.withResolvers<void>();
    let waiting = 0;
    /** All have read that there is none before any of them writes. */
    const state: AdapterState = {
      ...kept,
      async get(key) {
        const value = await kept.get(key);
        if (++waiting === 5) reads.resolve();
        await reads.promise;
        return value;
      },
    };
    const seals = Array.from({ length: 5 }, () => createSeal({ ...SEAL, state }));
    const sealed = await Promise.all(seals.map((seal) => seal.seal("ann", "value")));
    expect(new Set(sealed).size).toBe(1);
  });

  test("tries the state again after a failure, and takes no key that is none", async () => {
    const kept = createMemoryAdapterState();
    let failures = 1;
    const state: AdapterState = {
      ...kept,
      get: (key) => (failures-- > 0 ? Promise.reject(new Error("database gone")) : kept.get(key)),
    };
    const seal = createSeal({ ...SEAL, state });
    await expect(seal.seal("ann", "value")).rejects.toThrow("database gone");
    expect(await seal.open(await seal.seal("ann", "value"))).toBe("value");
    for (const bad of ["", "short", 7, null]) {
      await kept.set(SEAL.stateKey, bad);
      const broken = createSeal({ ...SEAL, state: kept }).open("a.b.c");
      await expect(broken).rejects.toMatchObject({ code: "STATE_UNREADABLE" });
    }
  });
});

const references = (state: AdapterState) =>
  createMediaReferences({ service: "Toy", state, stateKey: "toy.seal" });

function incoming(more: Partial<IncomingMessage["message"]>): IncomingMessage {
  const common = { type: "text", text: "", from: "ann", to: "bot", timestamp: 1 } as const;
  return { id: "1", message: { ...common, contextToken: "", messageId: 1, raw: {}, ...more } };
}

describe("references", () => {
  test("of a message and of what it quotes are sealed, and nothing else is changed", async () => {
    const { seal, open } = references(createMemoryAdapterState());
    const media = { encrypt_query_param: "toy:1", aes_key: "k" };
    const image = { thumb_width: 1, thumb_height: 2, mid_size: 3, media };
    const file = { file_name: "a", len: 0, md5: "", media: { encrypt_query_param: "toy:2" } };
    const inner = { list: [{ image_item: { media: { encrypt_query_param: "toy:3", n: null } } }] };
    const given = incoming({
      image,
      file,
      quotedMessage: { title: "t", text: "q", item: inner },
      raw: { media: { encrypt_query_param: "toy:1" } },
    });
    const copy = structuredClone(given);
    const { message } = await seal(given);
    expect(given).toEqual(copy);
    const found = JSON.stringify([message.image, message.file, message.quotedMessage]).match(
      /(?<="encrypt_query_param":")[^"]+/g,
    );
    const opened = await Promise.all((found ?? []).map((sealed) => open(sealed, "ann")));
    expect(opened).toEqual(["toy:1", "toy:2", "toy:3"]);
    // With the references put back it is the message that was given.
    let text = JSON.stringify(message);
    for (const [index, sealed] of (found ?? []).entries())
      text = text.replace(sealed, opened[index] ?? "");
    expect(JSON.parse(text)).toEqual(copy.message);
  });

  test("cost a message without media nothing: it is the same object, and no key is asked for", async () => {
    const state: AdapterState = {
      get: () => Promise.reject(new Error("asked")),
      set: () => Promise.reject(new Error("asked")),
      setIfAbsent: () => Promise.reject(new Error("asked")),
      delete: () => Promise.reject(new Error("asked")),
    };
    const given = incoming({ quotedMessage: { title: "", text: "q", item: { text: "q" } } });
    expect(await references(state).seal(given)).toBe(given);
  });

  test("of more media than a message has are emptied, after those of the message itself", async () => {
    const { seal, open } = references(createMemoryAdapterState());
    const file = { file_name: "a", len: 0, md5: "", media: { encrypt_query_param: "toy:own" } };
    const item = Array.from({ length: 1000 }, (_, index) => ({
      encrypt_query_param: `toy:${index}`,
    }));
    const given = incoming({ file, quotedMessage: { title: "", text: "q", item } });
    const { message } = await seal(given);
    const found = [message.file?.media, ...objectsOf(message.quotedMessage?.item)].map((media) =>
      textOf(media?.["encrypt_query_param"]),
    );
    const opened = await Promise.all(found.slice(0, 50).map((sealed) => open(sealed, "ann")));
    expect(opened).toEqual(["toy:own", ...item.slice(0, 49).map((one) => one.encrypt_query_param)]);
    expect(found.slice(50)).toEqual(Array.from({ length: 951 }, () => ""));
    await expect(open("", "ann")).rejects.toMatchObject({ code: "INVALID_MEDIA_REFERENCE" });
  });

  test("of a quote nested without end are passed over", async () => {
    let item: object = { encrypt_query_param: "toy:deep" };
    for (let depth = 0; depth < 50_000; depth++) item = { item };
    const given = incoming({ quotedMessage: { title: "", text: "", item } });
    expect(await references(createMemoryAdapterState()).seal(given)).toBe(given);
  });
});

test("a message is not handed over while its references cannot be sealed", async () => {
  const kept = createMemoryAdapterState();
  let isGone = true;
  const get: AdapterState["get"] = (key) =>
    isGone ? Promise.reject(new Error("database gone")) : kept.get(key);
  const seen: IncomingMessage[] = [];
  const inbound = createInboundPipeline({
    service: "Toy",
    references: references({ ...kept, get }),
    logger: silentLogger,
    clock: createManualClock(),
    sink: async (one) => seen.push(one),
  });
  const media = { encrypt_query_param: "toy:1" };
  const message = incoming({ file: { file_name: "", len: 0, md5: "", media } });
  await expect(inbound.accept(message)).rejects.toThrow("database gone");
  expect(seen).toEqual([]);
  isGone = false;
  expect(await inbound.accept(message)).toBe(true);
  expect(seen).toHaveLength(1);
});

/** Downloads, what they asked for, and a file of ann's. */
async function setUp() {
  const asked: { reference: string; maxBytes: number }[] = [];
  const all = references(createMemoryAdapterState());
  const downloads = createDownloads({
    service: "Toy",
    references: all,
    async fetch(reference, maxBytes) {
      asked.push({ reference, maxBytes });
      return new Uint8Array(3);
    },
  });
  const media = { encrypt_query_param: "toy:1" };
  const file = { file_name: "a", len: 0, md5: "", media };
  const { message } = await all.seal(incoming({ file }));
  if (message.file === undefined) throw new Error("no file");
  const item: MediaItem = message.file;
  return { ...downloads, asked, item, reference: item.media.encrypt_query_param };
}

describe("downloads", () => {
  test("complete an item, and ask for the platform's own reference", async () => {
    const { download, item, asked } = await setUp();
    const done = await download(item);
    expect(done.bytes).toHaveLength(3);
    expect(done.item).toEqual({ ...item, len: 3, md5: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(item).toMatchObject({ len: 0, md5: "" });
    expect(asked).toEqual([{ reference: "toy:1", maxBytes: Infinity }]);
    expect((await download(done.item)).item).toBe(done.item);
  });

  test("refuse a reference that is not sealed, or sealed for another bot, before any request", async () => {
    const { download, downloadRaw, item, asked, reference } = await setUp();
    const wrong = { code: "INVALID_MEDIA_REFERENCE" };
    await expect(downloadRaw("toy:1")).rejects.toMatchObject(wrong);
    await expect(downloadRaw(reference, { from: "bob" })).rejects.toMatchObject(wrong);
    await expect(download(item, { from: "bob" })).rejects.toMatchObject(wrong);
    expect(asked).toEqual([]);
    expect(await downloadRaw(reference, { from: "ann" })).toHaveLength(3);
  });

  test("check the size again where a fetch has read more than it was to", async () => {
    const { downloadRaw, asked, reference } = await setUp();
    await expect(downloadRaw(reference, { maxBytes: 2 })).rejects.toMatchObject({
      code: "MEDIA_TOO_LARGE",
    });
    expect(asked).toEqual([{ reference: "toy:1", maxBytes: 2 }]);
    expect(await downloadRaw(reference, { maxBytes: 3 })).toHaveLength(3);
  });
});
