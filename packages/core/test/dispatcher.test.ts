import { createBot, createManualClock, LIMITS, type MediaItem, type Plugin } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { pass, plugin, setUp } from "./dispatching.ts";
import { fakePlatform, incoming } from "./messages.ts";

describe("order", () => {
  // spec: order.ascending, order.not-handled
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

  // spec: order.handled, context.handled
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

  test("that throws with the code of a failed infrastructure counts as not handled too", async () => {
    const failure = Object.assign(new Error("like the host's"), { code: "INFRASTRUCTURE_FAILED" });
    const throws = plugin("throws", () => {
      throw failure;
    });
    const asks = plugin("asks", async ({ storage }) => {
      // An argument that its own getter refuses.
      await Reflect.apply(Reflect.get(storage, "set"), storage, [
        "key",
        {
          get value() {
            throw failure;
          },
        },
      ]);
      return { handled: true };
    });
    const { dispatcher } = setUp([throws, asks, plugin("works", () => ({ handled: true }))]);
    const { handledBy, runs } = await dispatcher.dispatch(incoming());
    expect(handledBy).toBe("works");
    expect(runs).toMatchObject([
      { status: "failed", error: { code: "INFRASTRUCTURE_FAILED" } },
      { status: "failed", error: { code: "INFRASTRUCTURE_FAILED" } },
      { status: "handled" },
    ]);
  });

  test("whose error cannot be located has failed with that error", async () => {
    const throws = {
      ...plugin("throws", () => {
        throw new Error("boom");
      }),
      locate() {
        throw new Error("no such file");
      },
    };
    const { dispatcher, warnings } = setUp([throws]);
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs).toMatchObject([{ status: "failed", error: { message: "boom" } }]);
    expect(warnings).toEqual([
      expect.stringMatching(/^the place of a handler's error could not be found .*"no such file"/u),
      expect.stringMatching(/^a handler failed .*"boom"/u),
    ]);
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

  // spec: context.handled
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

  test.each([[undefined], [{ handled: "yes" }]])(
    "that has answered and then returns %j ends the chain",
    async (nonsense) => {
      const odd: Plugin = {
        meta: { slug: "odd" },
        async handler({ bot, msg }) {
          await bot.reply(msg, "half an answer");
          return JSON.parse(JSON.stringify({ nonsense })).nonsense;
        },
      };
      const { dispatcher, sent } = setUp([odd, answers]);
      const { handledBy, runs } = await dispatcher.dispatch(incoming());
      expect(handledBy).toBeNull();
      expect(runs).toMatchObject([{ status: "invalid", sends: 1 }]);
      expect(sent).toEqual(["1001 1001:7 half an answer"]);
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

describe("two plugins of one slug", () => {
  const twice = [plugin("notebook", pass), plugin("other", pass), plugin("notebook", pass)];
  const refused = {
    name: "InvalidInputError",
    code: "DUPLICATE_SLUG",
    message: expect.stringContaining("notebook"),
  };

  test("are refused when the dispatcher is made", () => {
    expect(() => setUp(twice)).toThrow(expect.objectContaining(refused));
    const [first, second] = twice.map((item) => ({ plugin: item, priority: 1 }));
    expect(() =>
      setUp([first, second, { plugin: plugin("other", pass) }].flatMap((i) => i ?? [])),
    ).toThrow(expect.objectContaining({ code: "DUPLICATE_SLUG" }));
  });

  test("are refused at the message when a function brings them; neither runs, and the log tells", async () => {
    const ran: string[] = [];
    const runs = (slug: string): Plugin =>
      plugin(slug, () => {
        ran.push(slug);
        return { handled: false };
      });
    let installed = [runs("notebook"), runs("other"), runs("notebook")];
    const { dispatcher, errors } = setUp(async () => installed);
    await expect(dispatcher.dispatch(incoming())).rejects.toMatchObject(refused);
    expect(ran).toEqual([]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("notebook");
    installed = installed.slice(0, 2);
    await dispatcher.dispatch(incoming());
    expect(ran).toEqual(["notebook", "other"]);
  });
});

test("the bot of a call, and the download before it, are tied to the person who is answered", async () => {
  const given: unknown[] = [];
  const image = {
    thumb_width: 0,
    thumb_height: 0,
    mid_size: 2,
    media: { encrypt_query_param: "r" },
  };
  const methods = {
    download: async (item: MediaItem, options: unknown) => {
      given.push(options);
      return { bytes: new Uint8Array(1), item };
    },
  };
  const downloads = plugin("downloads", async ({ bot }) => {
    await bot.downloadImage(image);
    return { handled: true };
  });
  const { dispatcher } = setUp([downloads], { bot: createBot(fakePlatform({ methods }).adapter) });
  await dispatcher.dispatch(incoming({ type: "image", image }));
  expect(given).toEqual([{ from: "1001", maxBytes: LIMITS.media.prefetchBytes }, { from: "1001" }]);
});

test("a handler cannot tie its bot to another call", async () => {
  const seen: unknown[] = [];
  const looks = plugin("looks", ({ bot }) => {
    seen.push("forCall" in bot);
    return { handled: false };
  });
  await setUp([looks]).dispatcher.dispatch(incoming());
  expect(seen).toEqual([false]);
});
