import { createBot, createDispatcher, definePlugin } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { pass, plugin, setUp } from "./dispatching.ts";
import { fakePlatform, incoming } from "./messages.ts";

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

  test("a host call with arguments of the wrong type is refused by its position", async () => {
    const errors: unknown[] = [];
    const careless = plugin("careless", async ({ bot, msg, storage }) => {
      const calls: [unknown, unknown[]][] = [
        [bot.reply.bind(bot), [msg, { text: "no text" }]],
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
      {
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining("bot.reply: the second argument"),
      },
      {
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining("bot.sendImage: the second argument"),
      },
      {
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining("storage.set: the first argument"),
      },
    ]);
    expect(sent).toEqual([]);
  });

  test("numbers, BigInts and truth values are sent as text, what says nothing is not", async () => {
    const errors: unknown[] = [];
    const counts = plugin("counts", async ({ bot, msg }) => {
      for (const text of [42, -1.5, 10n, true, Number.NaN, undefined, null, [42], Object(42)]) {
        for (const send of [
          () => Reflect.apply(bot.reply, bot, [msg, text]),
          () => Reflect.apply(bot.sendText, bot, [msg.from, text]),
        ]) {
          await send().catch((error: unknown) => errors.push(error));
        }
      }
      return { handled: true };
    });
    const { dispatcher, sent } = setUp([counts]);
    await dispatcher.dispatch(incoming());
    const texts = ["42", "-1.5", "10", "true"].flatMap((text) => [text, text]);
    expect(sent.map((line) => line.split(" ").at(-1))).toEqual(texts);
    expect(errors).toMatchObject(Array.from({ length: 10 }, () => ({ code: "INVALID_ARGUMENT" })));
  });

  test("as many triggers as a file can declare make a few warnings", () => {
    const words = Array.from({ length: 200 }, (_, index) => "x".repeat(index + 1));
    const even = words.filter((_, index) => index % 2 === 0);
    const odd = words.filter((_, index) => index % 2 === 1);
    const { warnings } = setUp([
      plugin("even", pass, { triggers: even }),
      plugin("odd", pass, { triggers: [...odd, ...even] }),
    ]);
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.length).toBeLessThanOrEqual(50);
    expect(Math.max(...warnings.map(({ length }) => length))).toBeLessThan(300);
  });

  // spec: conflicts.at-start
  test("clashing triggers are warned of at the start", () => {
    const { warnings } = setUp([
      plugin("one", pass, { triggers: ["help"] }),
      plugin("two", pass, { triggers: ["help", "helper"] }),
    ]);
    expect(warnings.join("\n")).toContain('"trigger":"help","plugins":["one","two"]');
    expect(warnings.join("\n")).toContain("⊂");
  });

  test("clashing triggers of a function's plugins are warned of once, and again when they change", async () => {
    const one = plugin("one", pass, { triggers: ["help"] });
    const two = plugin("two", pass, { triggers: ["help"] });
    const three = plugin("three", pass, { triggers: ["help"] });
    let installed = [one, two];
    // A host makes a new list for each message.
    const { dispatcher, warnings } = setUp(async () =>
      installed.map((added) => ({ plugin: added })),
    );
    expect(warnings).toEqual([]);
    await dispatcher.dispatch(incoming({ id: "1" }));
    expect(warnings.splice(0)).toEqual([expect.stringContaining('"plugins":["one","two"]')]);
    await dispatcher.dispatch(incoming({ id: "2" }));
    expect(warnings).toEqual([]);
    installed = [one, three];
    await dispatcher.dispatch(incoming({ id: "3" }));
    expect(warnings.splice(0)).toEqual([expect.stringContaining('"plugins":["one","three"]')]);
    installed = [one];
    await dispatcher.dispatch(incoming({ id: "4" }));
    expect(warnings).toEqual([]);
  });
});
