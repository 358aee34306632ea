/** Longer than other files: what a request may hold, from its size to what it is answered with. */

import {
  createDispatcher,
  createMemoryStorage,
  type HostCallInterceptor,
  openHostCalls,
  withUpdate,
} from "@botwright/core";
import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import { type JsonSize, measureJson, splitItems } from "@botwright/core/measure-json";
import type { GuestRequest } from "../src/protocol/call-messages.ts";
import { encodeAnswer, readArguments } from "../src/main/call/host-bridge.ts";
import { extractTexts } from "../src/machine/calls/extract-texts.ts";
import { createSandbox } from "../src/index.ts";
import { ARGUMENT_LIMITS, SMALL_ARGUMENT_LIMITS } from "../src/protocol/message-limits.ts";
import { createContext, createMessage } from "./context.ts";
import { loadAndReport, reporting } from "./report.ts";

const sandbox = createSandbox({ workers: 1, limits: { cpuMs: 10_000 } });
afterAll(() => sandbox.close());

/** The size of a value, found by walking through it. */
function measure(value: unknown): JsonSize {
  if (typeof value !== "object" || value === null) return { depth: 0, values: 0, members: 0 };
  const inner = Object.values(value).map(measure);
  const sum = (of: (size: JsonSize) => number): number =>
    inner.reduce((total, size) => total + of(size), 0);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: Math.max(1, inner.length) + sum(({ values }) => values),
    members: (Array.isArray(value) ? 0 : inner.length) + sum(({ members }) => members),
  };
}

describe("the size of JSON is measured before it is parsed", () => {
  test("as a parser would find it", () => {
    const odd = fc.string({
      unit: fc.constantFrom('"', "\\", "[", "]", "{", "}", ",", ":", "a", "\n"),
    });
    const value = fc.oneof(fc.jsonValue(), fc.object({ key: odd, values: [odd, fc.integer()] }));
    fc.assert(
      fc.property(value, fc.boolean(), (given, isSpaced) => {
        const json = JSON.stringify(given, undefined, isSpaced ? 2 : 0);
        expect(measureJson(json)).toEqual(measure(JSON.parse(json)));
      }),
    );
  });

  test("and is split into items as a parser would find them", () => {
    const odd = fc.string({ unit: fc.constantFrom('"', "\\", "[", "]", "{", "}", ",", "a") });
    const item = fc.oneof(odd, fc.jsonValue(), fc.array(odd), fc.dictionary(odd, odd));
    fc.assert(
      fc.property(fc.array(item, { maxLength: 4 }), (items) => {
        const json = JSON.stringify(items);
        expect(splitItems(json)).toEqual(
          JSON.parse(json).map((one: unknown) => JSON.stringify(one)),
        );
      }),
    );
  });

  test("however deep it is", () => {
    const levels = 2_000_000;
    const json = "[".repeat(levels) + "]".repeat(levels);
    expect(measureJson(json)).toEqual({ depth: levels, values: levels, members: 0 });
  });

  test("what is no JSON at all only has to end", () => {
    for (const text of ['"', '"\\', "]]]]", "}{", "", '[["]', "\\\\"]) {
      expect(measureJson(text).depth).toBeLessThanOrEqual(2);
    }
  });
});

/** What a guest asks for. */
function request(operation: string, json: string, bytes: GuestRequest["bytes"] = []): GuestRequest {
  return { id: 1, operation, json, bytes, texts: [] };
}

/** Asks as a sandbox does, of a context in memory; and what went through the interceptor. */
function createAsk(): {
  ask: (request: GuestRequest) => Promise<unknown>;
  asked: unknown[];
  calls: unknown[];
} {
  const asked: unknown[] = [];
  const intercept: HostCallInterceptor = (operation, args, execute) => {
    asked.push([operation, args]);
    return execute();
  };
  const { context, calls } = createContext();
  const hostCalls = openHostCalls({ context, permissions: undefined, intercept });
  const ask = (given: GuestRequest): Promise<unknown> =>
    hostCalls.run(given.operation, () => readArguments(given));
  return { ask, asked, calls };
}

const { characters, depth, values, members } = ARGUMENT_LIMITS;
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const text = (length: number): string => "x".repeat(length);
const zeros = (count: number): string => Array.from({ length: count }, () => 0).join();
const object = (keys: number): string =>
  `{${Array.from({ length: keys }, (_, at) => `"${at}":0`).join()}}`;

/** What a host call rejects with, and how often something was parsed for it. */
async function refusalOf(operation: string, json: string) {
  const { ask, asked, calls } = createAsk();
  const parse = JSON.parse;
  let parsed = 0;
  JSON.parse = (...args) => {
    parsed++;
    return parse(...args);
  };
  let answer: Promise<unknown>;
  try {
    answer = ask(request(operation, json));
  } finally {
    JSON.parse = parse;
  }
  const error: unknown = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { parsed, error, asked, calls };
}

/** What {@link refusalOf} returns for arguments that are too large. */
function tooLarge(operation: string, message: RegExp) {
  const isSearch = operation === "searchService.search";
  const error = {
    name: isSearch ? "SearchError" : "InvalidInputError",
    code: isSearch ? "INVALID_QUERY" : "INVALID_ARGUMENT",
    message: expect.stringMatching(message),
  };
  // A refusal has its place in the journal, but not the megabytes.
  return { parsed: 0, error: expect.objectContaining(error), asked: [[operation, []]], calls: [] };
}

describe("a host call is read once, in bounds", () => {
  test.each([
    ["as deep as may be", `["k",${nested(depth)}]`],
    ["as many values as may be", `["k",[${zeros(values - 4)}]]`],
    ["with as many members as may be", `["k",${object(members)}]`],
    ["as long as may be", `["k","${text(characters - 8)}"]`],
    ["of as many bytes as may be", `["k","${"字".repeat(1_398_098)}"]`],
  ])("%s is done", async (_what, json) => {
    const { ask, asked, calls } = createAsk();
    await ask(request("storage.set", json));
    expect(asked).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });

  test.each([
    ["a level deeper", `["k",${nested(depth + 1)}]`, /nested at most 256 levels/],
    ["deeper by far", `["k",${nested(1_000_000)}]`, /nested at most 256 levels/],
    ["deep and not closed", `["k",${"[".repeat(100_000)}`, /nested at most 256 levels/],
    ["with more values", `["k",[${zeros(values + 1)}]]`, /at most 100000 items/],
    ["with a member more", `["k",${object(members + 1)}]`, /at most 25000 members of objects/],
    ["a character longer", `["k","${text(characters)}"]`, /at most 4194304 bytes/],
    ["of more bytes than may be", `["k","${"字".repeat(1_398_099)}"]`, /at most 4194304 bytes/],
    [
      "with many values, and long ones",
      `["k",[${zeros(values - 4)},"${text(1_300_000)}"]]`,
      /at most 1242920 characters with 99999 items/,
    ],
  ])("%s is refused without being parsed", async (_what, json, message) => {
    expect(await refusalOf("storage.set", json)).toEqual(tooLarge("storage.set", message));
  });

  test("what a fetch takes is small", () => {
    const { values: most } = SMALL_ARGUMENT_LIMITS;
    const tooMany = request("fetch", `[[${zeros(most + 1)}]]`);
    expect(() => readArguments(tooMany)).toThrow(/at most 4096 items and members/);
  });

  test.each(["bot.reply", "bot.downloadImage", "searchService.search"])(
    "what is small is refused without being parsed when it is large: %s",
    async (operation) => {
      const { values: most, members: mostMembers } = SMALL_ARGUMENT_LIMITS;
      expect(await refusalOf(operation, `[[${zeros(most + 1)}]]`)).toEqual(
        tooLarge(operation, /at most 4096 items and members/),
      );
      expect(await refusalOf(operation, `[${object(mostMembers + 1)}]`)).toEqual(
        tooLarge(operation, /at most 2048 members of objects/),
      );
    },
  );

  test.each([
    ["no JSON", request("storage.get", "[")],
    ["no list", request("storage.get", '{"0":"key","length":1}')],
    ["nothing", request("storage.get", "")],
    ["bytes in no place", request("bot.sendImage", '["u"]', [[2 ** 32 - 2, new Uint8Array(1)]])],
    ["bytes at no index", request("bot.sendImage", '["u"]', [[-1, new Uint8Array(1)]])],
    ["an operation of objects", request("constructor", "[]")],
    ["one of the sandbox's own", request("call.start", "[]")],
  ])("%s rejects and never throws", async (_what, wrong) => {
    const { ask, calls } = createAsk();
    await expect(ask(wrong)).rejects.toThrow(/./u);
    expect(calls).toEqual([]);
  });

  test("any text and any operation reject or are done", async () => {
    const operations = ["bot.reply", "storage.set", "aiService.callModel", "fetch", "none"];
    const value = fc.oneof(
      fc.json(),
      fc.string(),
      fc.array(fc.jsonValue()).map((v) => JSON.stringify(v)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...operations), value, async (operation, json) => {
        const { ask } = createAsk();
        await ask(request(operation, json)).then(
          (answer) => expect(encodeAnswer(answer).json).toBeTypeOf("string"),
          (error: unknown) => expect(error).toBeInstanceOf(Error),
        );
      }),
    );
  });
});

/** What a function returns, or which error it throws. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return { done: read() };
  } catch (thrown) {
    return { code: Reflect.get(Object(thrown), "code"), name: Reflect.get(Object(thrown), "name") };
  }
}

/** Whether it has a number that `JSON.stringify` writes as another value: `-1e-400` is -0, `1e400` is Infinity. */
function hasUnwritableNumber(json: string): boolean {
  let hasOne = false;
  outcomeOf(() =>
    JSON.parse(json, (_key, value: unknown) => {
      hasOne ||= [-0, Infinity, -Infinity].some((unwritable) => Object.is(value, unwritable));
      return value;
    }),
  );
  return hasOne;
}

/** As the worker sends a request. */
function sent(operation: string, json: string): GuestRequest {
  return { ...request(operation, json), ...extractTexts(json, measureJson(json)) };
}

describe("large texts cross beside the JSON", () => {
  test("and are read as from the JSON", () => {
    const item = fc.oneof(fc.string(), fc.constantFrom(null, 5, true), fc.jsonValue());
    const list = fc.array(item, { maxLength: 5 }).map((items) => JSON.stringify(items));
    const broken = fc.tuple(list, fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, more]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + more + json.slice(place);
    });
    const padding = " ".repeat(65_536);
    fc.assert(
      fc.property(fc.oneof(list, broken, fc.json()), fc.boolean(), (json, isLarge) => {
        // The guest's JSON has none: `JSON.stringify` has written it.
        fc.pre(!hasUnwritableNumber(json));
        const given = isLarge ? json.replace(/\]$/u, `${padding}]`) : json;
        const whole = request("storage.set", given);
        expect(outcomeOf(() => readArguments(sent("storage.set", given)))).toEqual(
          outcomeOf(() => readArguments(whole)),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test("so that the main thread reads no escaped character of them", () => {
    const texts = ["key", '"'.repeat(2_000_000), "\u0001\0\ud800".repeat(200_000)];
    const apart = sent("storage.compareAndSet", JSON.stringify(texts));
    expect(apart.json).toBe("[null,null,null]");
    expect(readArguments(apart)).toEqual(texts);
  });

  test("but not out of lists and objects, and no small ones", () => {
    for (const value of [[text(70_000)], { a: text(70_000) }, text(1000)]) {
      expect(sent("storage.set", JSON.stringify(["key", value])).texts).toEqual([]);
    }
  });

  test("with the same limit", () => {
    const most = sent("storage.set", JSON.stringify(["key", text(characters)]));
    expect(readArguments(most)[1]).toHaveLength(characters);
    const more = sent("storage.set", JSON.stringify(["key", text(characters + 1_000_000)]));
    // Not longer than shows that it is too long.
    expect(more.texts[1]?.[1]).toHaveLength(characters + 1);
    expect(() => readArguments(more)).toThrow(/at most 4194304 characters/);
  });

  test("at no place that is not there", () => {
    const wrong = { ...request("storage.get", "[null]"), texts: [[1, "key"]] } as const;
    expect(() => readArguments(wrong)).toThrow(/must be a list/);
  });
});

describe("what is stored and read is not written as JSON by the main thread", () => {
  const stringify = vi.spyOn(JSON, "stringify");
  afterAll(() => stringify.mockRestore());
  const numbers = Array.from({ length: 2000 }, (_, at) => at / 7);
  /** The lists and long texts that were written since the last look. */
  const written = (): unknown[] => {
    const given = stringify.mock.calls.map(([value]) => value);
    stringify.mockClear();
    return given.filter((value) => Array.isArray(value) || String(value).length > 1000);
  };

  test("a list is stored by the JSON in which the guest sent it", async () => {
    const { context } = createContext();
    const storage = withUpdate(createMemoryStorage().open(1, "numbers"));
    const hostCalls = openHostCalls({ context: { ...context, storage }, permissions: undefined });
    const more = [...numbers, 1];
    const set = request("storage.set", JSON.stringify(["key", numbers]));
    const swap = request("storage.compareAndSet", JSON.stringify(["key", numbers, more]));
    written();
    for (const one of [set, swap]) {
      await hostCalls.run(one.operation, () => readArguments(one), { isFromJson: true });
    }
    expect(written()).toEqual([]);
    expect(await storage.get("key")).toEqual(more);
  });

  test("blanks around the list, which no guest writes, are not stored", async () => {
    const { context } = createContext();
    const storage = withUpdate(createMemoryStorage().open(1, "blanks"));
    const hostCalls = openHostCalls({ context: { ...context, storage }, permissions: undefined });
    const json = JSON.stringify(["key", numbers]);
    for (const spaced of [`${json} `, ` ${json}`, json.replaceAll(",", " , ")]) {
      const set = request("storage.set", spaced);
      await hostCalls.run("storage.set", () => readArguments(set), { isFromJson: true });
      expect(await storage.get("key")).toEqual(numbers);
    }
  });

  test("a list with a wrong key is refused", async () => {
    const json = JSON.stringify([5, numbers]);
    const { context } = createContext();
    const hostCalls = openHostCalls({ context, permissions: undefined });
    written();
    const refused = hostCalls.run("storage.set", () => JSON.parse(json), { isFromJson: true });
    await expect(refused).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(written()).toEqual([]);
  });

  test("a long text is read", async () => {
    const read = '\u0001\ud800中"\\'.repeat(2000);
    const { context } = createContext();
    const storage = { ...context.storage, get: async () => read };
    const report = await loadAndReport(
      sandbox,
      `async function report({ storage }) {
        const text = await storage.get("key");
        return [text.length, text === "\\u0001\\ud800中\\"\\\\".repeat(2000)];
      }`,
    );
    written();
    expect(await report({ ...context, storage })).toEqual([read.length, true]);
    expect(written()).toEqual([]);
  });
});

describe("the errors of wrong arguments", () => {
  const ASK = `async function report({ storage, bot, aiService }) {
    const code = (promise) => promise.then(() => "done", ({ code, message }) => code + " " + message);
    let deep = [];
    for (let level = 0; level < 300; level++) deep = [deep];
    return [
      await code(storage.set("deep", deep)),
      await code(storage.get(5)),
      await code(bot.reply({ from: 1, contextToken: "" }, "x")),
      await code(aiService.callModel({ model: "m", messages: new Array(90_000).fill(0) })),
    ];
  }`;
  const EXPECTED = [
    "INVALID_ARGUMENT storage.set: the arguments must be JSON nested at most 256 levels deep",
    "INVALID_ARGUMENT storage.get: the first argument must be a key: a text of 1 to 256 characters, not 5",
    "INVALID_ARGUMENT bot.reply: the first argument must be msg: its from is 1",
    "INVALID_ARGUMENT aiService.callModel: messages[0] must be { role, content }, not 0",
  ];

  test("is the same for every caller", async () => {
    const report = await loadAndReport(sandbox, ASK);
    expect(await report()).toEqual(EXPECTED);
  });

  test("and from a dispatcher, which does not check them again", async () => {
    const { context, calls } = createContext();
    const plugins = [await sandbox.load(reporting(ASK), { slug: "asks" })];
    const services = (): Pick<typeof context, "storage"> => ({ storage: context.storage });
    const dispatcher = createDispatcher({ plugins, bot: context.bot, services });
    const { runs } = await dispatcher.dispatch({ id: "1", message: createMessage("hello") });
    expect(runs).toMatchObject([{ status: "handled" }]);
    expect(calls).toMatchObject([["storage.set", "report", { value: EXPECTED }]]);
  });
});
