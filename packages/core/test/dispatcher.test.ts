import {
  createBot,
  createDispatcher,
  createManualClock,
  createMemoryJournal,
  createMemoryStorage,
  definePlugin,
  type DispatcherOptions,
  type HandlerContext,
  type HandlerResult,
  type Plugin,
  type PluginMeta,
} from "@botwright/core";
import { describe, expect, test } from "vitest";
import { fakePlatform, incoming } from "./messages.ts";

type Handle = (context: HandlerContext) => Promise<HandlerResult> | HandlerResult;

/** A plugin that notes its turn and then does what it is told. */
function plugin(slug: string, handler: Handle, meta: PluginMeta = {}): Plugin {
  return definePlugin({ meta: { ...meta, slug }, handler });
}

const pass: Handle = () => ({ handled: false });

function setUp(plugins: DispatcherOptions["plugins"], options: Partial<DispatcherOptions> = {}) {
  const platform = fakePlatform({ files: { photo: new Uint8Array([1, 2, 3]) } });
  const warnings: string[] = [];
  const logger = {
    debug: () => {},
    info: () => {},
    warn: (message: string, fields = {}) => warnings.push(`${message} ${JSON.stringify(fields)}`),
    error: () => {},
  };
  const bot = createBot(platform.adapter);
  return {
    ...platform,
    warnings,
    dispatcher: createDispatcher({ plugins, bot, logger, ...options }),
  };
}

describe("order", () => {
  test("ascending priority, ties as installed; own, by slug, by category, else 70; overridden by the installation", async () => {
    const { dispatcher } = setUp([
      plugin("last", pass, { priority: 71 }),
      plugin("plain", pass),
      plugin("second-plain", pass),
      plugin("dice", pass, { category: "game" }),
      plugin("bot-menu", pass),
      { plugin: plugin("moved", pass, { priority: 99 }), priority: 0 },
    ]);
    const { runs, handledBy } = await dispatcher.dispatch(incoming());
    expect(runs.map((run) => run.plugin)).toEqual([
      "moved",
      "bot-menu",
      "plain",
      "second-plain",
      "last",
      "dice",
    ]);
    expect(handledBy).toBeNull();
  });

  test("stops at the first that handled", async () => {
    const { dispatcher, sent } = setUp([
      plugin("answer", async ({ bot, msg }) => {
        await bot.reply(msg, `**${msg.text}**`);
        return { handled: true };
      }),
      plugin("never", async ({ bot, msg }) => {
        await bot.reply(msg, "second answer");
        return { handled: true };
      }),
    ]);
    const { handledBy, runs } = await dispatcher.dispatch(incoming({ text: "hi" }));
    expect(handledBy).toBe("answer");
    expect(runs).toHaveLength(1);
    expect(sent).toEqual(["1001 1001:7 hi"]);
  });

  test("a function is asked for the plugins at every message", async () => {
    const installed: Plugin[] = [];
    const { dispatcher } = setUp(async () => installed);
    expect((await dispatcher.dispatch(incoming())).runs).toHaveLength(0);
    installed.push(plugin("new", pass));
    expect((await dispatcher.dispatch(incoming())).runs).toHaveLength(1);
  });
});

describe("a plugin that misbehaves", () => {
  const answers = plugin("next", async ({ bot, msg }) => {
    await bot.reply(msg, "from next");
    return { handled: true };
  });

  test("that throws counts as not handled", async () => {
    const broken = plugin("broken", () => {
      throw new Error("boom");
    });
    const { dispatcher, warnings } = setUp([broken, answers]);
    const { handledBy, runs } = await dispatcher.dispatch(incoming());
    expect(handledBy).toBe("next");
    expect(runs[0]).toMatchObject({
      status: "failed",
      error: { code: "INTERNAL_ERROR", message: "boom" },
    });
    expect(warnings.join("\n")).toContain("boom");
  });

  test("that throws after it has answered ends the chain", async () => {
    const broken = plugin("broken", async ({ bot, msg }) => {
      await bot.reply(msg, "half an answer");
      throw new Error("boom");
    });
    const { dispatcher, sent } = setUp([broken, answers]);
    const { handledBy, runs } = await dispatcher.dispatch(incoming());
    expect(handledBy).toBeNull();
    expect(runs).toHaveLength(1);
    expect(sent).toEqual(["1001 1001:7 half an answer"]);
  });

  test("that throws while its answer is still on the way ends the chain too", async () => {
    const broken = plugin("broken", ({ bot, msg }) => {
      void bot.reply(msg, "half an answer");
      throw new Error("boom");
    });
    const { dispatcher, sent } = setUp([broken, answers]);
    await dispatcher.dispatch(incoming());
    expect(sent).toEqual(["1001 1001:7 half an answer"]);
  });

  test("whose only send was ignored by the platform does not end the chain", async () => {
    const broken = plugin("broken", async ({ bot, msg }) => {
      await bot.sendImage(msg.from, new Uint8Array(1));
      throw new Error("boom");
    });
    const { dispatcher } = setUp([broken, answers]);
    expect((await dispatcher.dispatch(incoming())).handledBy).toBe("next");
  });

  test("that hangs is cut off, and what it does later has no effect", async () => {
    const clock = createManualClock();
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const late: unknown[] = [];
    const hangs = plugin("hangs", async ({ bot, msg, storage }) => {
      await gate;
      for (const attempt of [() => bot.reply(msg, "too late"), () => storage.set("a", 1)]) {
        await attempt().catch((error: unknown) => late.push(error));
      }
      return { handled: true };
    });
    const { dispatcher, sent } = setUp([hangs, answers], { clock, wallMs: 1000 });
    const dispatched = dispatcher.dispatch(incoming());
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1000);
    const { runs } = await dispatched;
    expect(runs[0]).toMatchObject({ status: "failed", error: { code: "PLUGIN_TIMEOUT" } });
    openGate();
    await expect.poll(() => late).toHaveLength(2);
    expect(late).toMatchObject([{ code: "CALL_ENDED" }, { code: "CALL_ENDED" }]);
    expect(sent).toEqual(["1001 1001:7 from next"]);
  });

  test.each([[undefined], [null], [true], [{}], [{ handled: "yes" }], ["handled"]])(
    "that returns %j counts as not handled, with a warning",
    async (nonsense) => {
      const odd: Plugin = {
        meta: { slug: "odd" },
        // A sandboxed file can return anything; the type cannot say so.
        handler: () => Promise.resolve(JSON.parse(JSON.stringify({ nonsense })).nonsense),
      };
      const { dispatcher, warnings } = setUp([odd, answers]);
      const { handledBy, runs } = await dispatcher.dispatch(incoming());
      expect(handledBy).toBe("next");
      expect(runs[0]?.status).toBe("invalid");
      expect(warnings.join()).toContain("{ handled: boolean }");
    },
  );

  test("cannot change the message for the next plugin", async () => {
    const vandal = plugin("vandal", ({ msg }) => {
      msg.text = "changed";
      return { handled: false };
    });
    const { dispatcher, sent } = setUp([
      vandal,
      plugin("echo", async ({ bot, msg }) => {
        await bot.reply(msg, msg.text);
        return { handled: true };
      }),
    ]);
    await dispatcher.dispatch(incoming({ text: "original" }));
    expect(sent).toEqual(["1001 1001:7 original"]);
  });
});

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

describe("the context", () => {
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

  test("gives each plugin the services made for it", async () => {
    const provider = createMemoryStorage();
    const { dispatcher } = setUp([writes("one"), writes("two")], {
      services: (slug) => ({ storage: provider.open(9, slug) }),
    });
    await dispatcher.dispatch(incoming());
    expect(await provider.open(9, "one").get("who")).toBe("one");
    expect(await provider.open(9, "two").get("who")).toBe("two");
  });
});

describe("input from outside", () => {
  test.each([
    [{ id: 9, message: {} }, "incoming.id"],
    [{ ...incoming(), message: { ...incoming().message, from: 1001 } }, "incoming.message.from"],
    [{ id: "9" }, "incoming.message"],
  ])("a malformed message is refused by its path: %#", async (wrong, path) => {
    const { dispatcher } = setUp([]);
    await expect(dispatcher.dispatch(JSON.parse(JSON.stringify(wrong)))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(path),
    });
  });

  test.each([
    [{ meta: { slug: "No Capitals" }, handler: pass }, "meta.slug"],
    [{ meta: { slug: "ok", priority: 1001 }, handler: pass }, "meta.priority"],
    [{ meta: { slug: "ok", triggers: "hi" }, handler: pass }, "meta.triggers"],
    [{ meta: {}, handler: pass }, "meta.slug"],
    [{ meta: { slug: "ok" } }, "handler"],
  ])("a wrong definition is refused by its path: %#", (definition, path) => {
    expect(() => Reflect.apply(definePlugin, undefined, [definition])).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining(path) }),
    );
  });

  test.each([
    [{ meta: { slug: "ok" } }, "plugins[0].handler"],
    [{ meta: { slug: "NO" }, handler: pass }, "plugins[0].meta.slug"],
    [{ plugin: plugin("ok", pass), priority: 1.5 }, "plugins[0].priority"],
  ])("what is no plugin is refused by its path: %#", (wrong, path) => {
    const { adapter } = fakePlatform();
    const options = { plugins: [wrong], bot: createBot(adapter) };
    expect(() => Reflect.apply(createDispatcher, undefined, [options])).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining(path) }),
    );
  });

  test("a host call with arguments of the wrong type is refused by its path", async () => {
    const errors: unknown[] = [];
    const careless = plugin("careless", async ({ bot, msg, storage }) => {
      const calls: [unknown, unknown[]][] = [
        [bot.reply.bind(bot), [msg, 42]],
        [bot.sendImage.bind(bot), ["1001", "no bytes"]],
        [storage.set.bind(storage), [7, "value"]],
      ];
      for (const [method, args] of calls) {
        if (typeof method !== "function") continue;
        await Reflect.apply(method, undefined, args).catch((error: unknown) => errors.push(error));
      }
      return { handled: true };
    });
    const { dispatcher, sent } = setUp([careless]);
    await dispatcher.dispatch(incoming());
    expect(errors).toMatchObject([
      { code: "INVALID_INPUT", message: expect.stringContaining("bot.reply[1] must be string") },
      { code: "INVALID_INPUT", message: expect.stringContaining("bot.sendImage[1]") },
      { code: "INVALID_INPUT", message: expect.stringContaining("storage.set[0]") },
    ]);
    expect(sent).toEqual([]);
  });

  test("clashing triggers are warned of at the start", () => {
    const { warnings } = setUp([
      plugin("one", pass, { triggers: ["help"] }),
      plugin("two", pass, { triggers: ["help", "helper"] }),
    ]);
    expect(warnings.join("\n")).toContain('"trigger":"help","plugins":["one","two"]');
    expect(warnings.join("\n")).toContain("⊂");
  });
});

const buys = (purchases: string[]) =>
  plugin("buys", async ({ aiService, bot, msg }) => {
    const { text } = await aiService.callModel({ model: "m", messages: [] });
    purchases.push("handler ran");
    await bot.reply(msg, text);
    return { handled: true };
  });
const ai = (calls: string[]) => ({
  callModel: async () => {
    calls.push("paid");
    return {
      text: `answer ${calls.length}`,
      imageUrl: null,
      usage: { prompt_tokens: 1, completion_tokens: 1 },
      credits_deducted: 1,
      free_use: false,
      error: null,
    };
  },
  getModelsByCategory: async () => [],
  getModelInfo: async () => null,
  isFreeModel: async () => false,
  getImageUsageToday: async () => 0,
  getFreeImageQuota: async () => ({ dailyPerUser: 0 }),
});

describe("the journal", () => {
  test("a message run again pays and sends nothing twice", async () => {
    const journal = createMemoryJournal();
    const calls: string[] = [];
    const runs: string[] = [];
    const { dispatcher, sent } = setUp([buys(runs)], {
      journal,
      services: () => ({ aiService: ai(calls) }),
    });
    await dispatcher.dispatch(incoming());
    await dispatcher.dispatch(incoming());
    expect(runs).toHaveLength(2);
    expect(calls).toEqual(["paid"]);
    expect(sent).toEqual(["1001 1001:7 answer 1"]);
    expect((await journal.read("1/9/buys")).map(({ operation }) => operation)).toEqual([
      "aiService.callModel",
      "bot.reply",
    ]);
  });

  test("a send without a known outcome is sent again", async () => {
    const journal = createMemoryJournal();
    await journal.begin({ callId: "1/9/echo", sequence: 0, operation: "bot.reply", args: [] });
    const echo = plugin("echo", async ({ bot, msg }) => {
      await bot.reply(msg, msg.text);
      return { handled: true };
    });
    const { dispatcher, sent } = setUp([echo], { journal });
    await dispatcher.dispatch(incoming());
    expect(sent).toHaveLength(1);
  });

  test("a run that asks for something else than before is stopped", async () => {
    const journal = createMemoryJournal();
    const entry = { callId: "1/9/echo", sequence: 0 } as const;
    await journal.begin({ ...entry, operation: "storage.keys", args: [] });
    await journal.settle(entry.callId, 0, { ok: true, value: [] });
    const echo = plugin("echo", async ({ bot, msg }) => {
      await bot.reply(msg, msg.text);
      return { handled: true };
    });
    const { dispatcher, sent } = setUp([echo], { journal });
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs[0]?.error?.code).toBe("JOURNAL_MISMATCH");
    expect(sent).toEqual([]);
  });

  test("a record of the wrong shape is refused by its path", async () => {
    const journal = createMemoryJournal();
    const entry = { callId: "1/9/lists", sequence: 0 } as const;
    await journal.begin({ ...entry, operation: "storage.keys", args: [] });
    await journal.settle(entry.callId, 0, { ok: true, value: [1] });
    const lists = plugin("lists", async ({ storage }) => {
      await storage.keys();
      return { handled: true };
    });
    const { dispatcher } = setUp([lists], { journal });
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs[0]?.error).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("storage.keys[0]"),
    });
  });
});
