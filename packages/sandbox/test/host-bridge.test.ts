import { type HostCallInterceptor, openHostCalls } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GuestRequest } from "../src/protocol/call-messages.ts";
import { encodeAnswer, readArguments } from "../src/main/call/host-bridge.ts";
import { ARGUMENT_LIMITS, SMALL_ARGUMENT_LIMITS } from "../src/protocol/message-limits.ts";
import { createContext } from "./context.ts";
import { request } from "./guest-request.ts";

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
