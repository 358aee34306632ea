import { createHarness, expectTurn, type User } from "@botwright/harness";
import { afterAll, describe, expect, test } from "vitest";
import "../src/vitest.ts";

const PLUGIN = "export const handler = () => ({ handled: true });";
const WHAT =
  "must be the path of a plugin's file, its text, a file: URL, or a plugin made by definePlugin";
const meta = { slug: "a" };

/** Calls `createHarness` as an author of JavaScript may: with anything. */
async function failure(...args: unknown[]): Promise<unknown> {
  const making: unknown = Reflect.apply(createHarness, undefined, args);
  return Promise.resolve(making).then(
    () => "accepted",
    (error: unknown) => error,
  );
}

function refusal(message: string): unknown {
  return expect.objectContaining({ code: "INVALID_INPUT", message });
}

describe("createHarness", () => {
  test.each([
    [{ modells: {} }, "options.modells is unknown: did you mean models?"],
    [{ config: 5 }, "options.config must be an object"],
    [
      { now: "yesterday" },
      "options.now must be a Date, milliseconds, or a text such as 2026-02-28T23:59:00Z",
    ],
    [
      { credentials: { feishuu: {} } },
      "options.credentials.feishuu is unknown: did you mean feishu?",
    ],
    [{ limits: { wall: 3 } }, expect.stringContaining("limits.wall is unknown: limits has cpuMs,")],
    [
      { platform: "qq" },
      'options.platform must be "wechat", "feishu", "wecom", "dingtalk" or "telegram"',
    ],
    [{ runIn: "browser" }, 'options.runIn must be "sandbox" or "host"'],
    [{ others: [5] }, `options.others[0] ${WHAT}`],
    [{ others: [{ plugin: {} }] }, `options.others[0] ${WHAT}`],
    [
      { others: [{ plugin: PLUGIN, prio: 5 }] },
      "options.others[0].prio is unknown: options.others[0] has plugin, priority, config",
    ],
    [
      { models: { small: { answer: "yes" } } },
      'options.models["small"].answer is unknown: did you mean answers?',
    ],
    [
      { models: { small: { answers: 5 } } },
      'options.models["small"].answers must be a text, an object such as { text }, a list of these, or a function',
    ],
    [{ models: { small: { answers: ["yes", 5] } } }, expect.stringContaining("answers must be")],
    [
      { models: { small: { answers: [{ txt: "yes" }] } } },
      'options.models["small"].answers.txt is unknown: did you mean text?',
    ],
    [
      { models: { small: { category: "chatt" } } },
      'options.models["small"].category must be "chat", "vision" or "image"',
    ],
    [
      { models: { small: "yes" } },
      'options.models["small"] must be an object such as { answers: "…" }',
    ],
    [
      { search: { "*": 5 } },
      "options.search must be an object of lists of hits or error codes by query, or a function",
    ],
    [5, "options must be an object"],
  ])("refuses wrong options by their name: %j", async (options, message) => {
    expect(await failure(PLUGIN, options)).toEqual(refusal(message));
  });

  test.each([
    ["nothing", undefined],
    ["a function", () => ({ handled: true })],
    ["an object without meta", { handler: () => ({ handled: true }) }],
    ["an object without a handler", { meta }],
  ])("refuses what is no plugin: %s", async (_what, plugin) => {
    expect(await failure(plugin)).toEqual(refusal(`plugin ${WHAT}`));
  });
});

describe("a harness", async () => {
  const h = await createHarness(PLUGIN, { now: new Date(0) });
  afterAll(() => h.close());

  test.each(["2 days", -5, Number.NaN])("does not advance its clock by %s", (ms) => {
    expect(() => Reflect.apply(h.clock.advance.bind(h.clock), undefined, [ms])).toThrow(
      refusal("advance takes milliseconds, a number from 0 on"),
    );
    expect(h.clock.now()).toBe(0);
  });

  test("takes no name for bytes, and no message without a text", async () => {
    const user = h.user();
    const sending: unknown = Reflect.apply(user.sendsImage.bind(user), undefined, ["cat.png"]);
    await expect(sending).rejects.toEqual(
      refusal("a person sends the bytes of the image, as readFile(path) gives them"),
    );
    const saying: unknown = Reflect.apply(user.says.bind(user), undefined, []);
    await expect(saying).rejects.toEqual(refusal("a person says a text"));
  });

  test.each<[method: keyof User, given: unknown[], problem: string]>([
    ["says", ["a", { qoute: { text: "b" } }], "options.qoute is unknown: did you mean quote?"],
    ["says", ["a", { quote: "b" }], "options.quote must be an object"],
    [
      "sendsImage",
      [Buffer.from("a"), { text: "look" }],
      "options.text is unknown: options has quote, caption",
    ],
    ["sendsFile", [Buffer.from("a"), "a.txt", { caption: 5 }], "options.caption must be a text"],
    [
      "sendsVoice",
      [Buffer.from("a"), { playtime: "2 s" }],
      "options.playtime must be a number from 0 on",
    ],
  ])("refuses options of %s that it does not know: %j", async (method, given, problem) => {
    const user = h.user();
    const sending: unknown = Reflect.apply(Object(user[method]), user, given);
    await expect(sending).rejects.toEqual(refusal(problem));
  });

  test("says that an await is missing", async () => {
    const turn = h.user().says("hello");
    const missing = refusal('`await` is missing: expectTurn(await user.says("hello"))');
    expect(() => Reflect.apply(expectTurn, undefined, [turn]).toHaveReplied()).toThrow(missing);
    expect(() => Reflect.apply(expectTurn, undefined, [turn]).not.toBeHandled()).toThrow(missing);
    expect(() => expect(turn).toHaveSent({ type: "text" })).toThrow(missing);
    expect(() => expect(turn).not.toBeHandled()).toThrow(missing);
    expectTurn(await turn).toBeHandled();
    expect(() => Reflect.apply(expectTurn, undefined, [undefined]).toBeHandled()).toThrow(
      refusal("a turn is expected: what says, sendsImage and the others resolve to"),
    );
  });
});
