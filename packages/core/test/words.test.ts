import {
  ARGUMENT_WORDS,
  type ArgumentWords,
  assertArguments,
  assertMeta,
  assertValid,
  isContextOperation,
  META_WORDS,
} from "@botwright/core";
import { describe, expect, test } from "vitest";

/** What a validator calls types, which no author may read. */
const VALIDATOR_TEXT =
  /__type|\bstring\b|[&|<>]|ReplyTarget|JsonValue|[A-Z][a-z]+(?:Item|Input|Message|Options|Meta)\b|\(and \d/u;

const MSG = { from: "1001", contextToken: "token" };
const MEDIA = { media: { encrypt_query_param: "ref" } };
const BYTES = new Uint8Array(1);

/** Right arguments of every operation. */
const RIGHT: Readonly<Record<string, readonly unknown[]>> = {
  "bot.reply": [MSG, "text"],
  "bot.sendText": ["1001", "text", "token"],
  "bot.sendImage": ["1001", BYTES],
  "bot.sendVideo": ["1001", BYTES],
  "bot.sendFile": ["1001", BYTES, "name"],
  "bot.sendVoice": ["1001", BYTES, "token", { encodeType: 6, sampleRate: 24_000, playtime: 1 }],
  "bot.sendTyping": ["1001"],
  "bot.cancelTyping": ["1001"],
  "bot.downloadImage": [{ thumb_width: 1, thumb_height: 1, mid_size: 1, ...MEDIA }],
  "bot.downloadVoice": [{ playtime: 1, text: "", ...MEDIA }],
  "bot.downloadFile": [{ file_name: "a", len: 1, md5: "", ...MEDIA }],
  "bot.downloadVideo": [
    { play_length: 1, video_size: 1, thumb_width: 1, thumb_height: 1, ...MEDIA },
  ],
  "bot.downloadRaw": ["ref"],
  "storage.get": ["key"],
  "storage.set": ["key", 1],
  "storage.compareAndSet": ["key", 1, 2],
  "storage.delete": ["key"],
  "storage.keys": [],
  "storage.clear": [],
  "aiService.callModel": [
    { model: "m", messages: [{ role: "user", content: "x" }], systemPrompt: "x", maxTokens: 1 },
  ],
  "aiService.getModelsByCategory": ["chat"],
  "aiService.getModelInfo": ["m"],
  "aiService.isFreeModel": ["m"],
  "aiService.getImageUsageToday": [],
  "aiService.getFreeImageQuota": [],
  "searchService.search": ["query", { maxResults: 3, region: "de-de" }],
  getPlatformCreds: ["feishu"],
};

/** The error of a host call's arguments. */
function errorOf(operation: string, args: readonly unknown[]): { code?: string; message: string } {
  if (!isContextOperation(operation)) throw new Error(`there is no ${operation}`);
  try {
    assertArguments(operation, args, { ownerId: 7 });
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error(`${operation} took ${JSON.stringify(args)}`);
}

const messageOf = (operation: string, ...args: unknown[]): string =>
  errorOf(operation, args).message;

/** The code of an operation's wrong arguments. */
const codeOf = (operation: string): string =>
  operation === "searchService.search" ? "INVALID_QUERY" : "INVALID_ARGUMENT";

/** What a store says of a value that it does not take. */
const STORAGE = { code: "STORAGE_INVALID_VALUE", words: "the value cannot be stored: " };

/** The members of an argument, by the paths that have words: `messages[].role`. */
function withWrong(value: unknown, path: string, wrong: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const steps = path.split(/\.|(?=\[)/u).map((step) => (step === "[]" ? "0" : step));
  const last = steps.pop() ?? "";
  let inner: unknown = copy;
  for (const step of steps) inner = Reflect.get(Object(inner), step);
  Reflect.set(Object(inner), last, wrong);
  return copy;
}

const operations = Object.entries<readonly ArgumentWords[]>(ARGUMENT_WORDS).filter(([name]) =>
  isContextOperation(name),
);
const positions = operations.flatMap(([operation, words]) =>
  words.map((word, position) => ({ operation, position, word })),
);
const members = positions.flatMap(({ word, ...place }) =>
  Object.entries(word.members ?? {}).map(([member, words]) => ({ ...place, member, words })),
);
const WRONG = [() => {}, Symbol("x"), Number.NaN, [() => {}], { a: Symbol("x") }];

describe("wrong arguments in the author's words", () => {
  test("of every operation there are right ones", () => {
    for (const [operation, args] of Object.entries(RIGHT)) {
      if (!isContextOperation(operation)) throw new Error(operation);
      expect(assertArguments(operation, args)).toEqual(args);
    }
    expect(Object.keys(RIGHT)).toEqual(operations.map(([name]) => name));
  });

  test.each(positions)("$operation, argument $position", ({ operation, position, word }) => {
    const isValue = operation.startsWith("storage.") && position > 0;
    // All members of options are optional: a list has none of them.
    const isOptions = position > 0 && word.members !== undefined;
    for (const wrong of WRONG) {
      if ((isValue && Number.isNaN(wrong)) || (isOptions && typeof wrong === "object")) continue;
      const args = [...(RIGHT[operation] ?? [])];
      args[position] = wrong;
      const { code, message } = errorOf(operation, args);
      expect(message).not.toMatch(VALIDATOR_TEXT);
      const expected = isValue ? STORAGE : { code: codeOf(operation), words: word.is };
      expect(code).toBe(expected.code);
      expect(message).toContain(expected.words);
      expect(message.startsWith(isValue ? "storage: " : `${operation}: `)).toBe(true);
    }
  });

  test.each(members)("$operation, $member", ({ operation, position, member, words }) => {
    const args = [...(RIGHT[operation] ?? [])];
    const given = member.startsWith("image") ? { model: "m", imagePrompt: "x" } : args[position];
    args[position] = withWrong(given, member, () => {});
    const { code, message } = errorOf(operation, args);
    expect(code).toBe(codeOf(operation));
    expect(message).not.toMatch(VALIDATOR_TEXT);
    expect(message).toBe(
      `${operation}: ${member.replace("[]", "[0]")} must be ${words}, not a function`,
    );
  });

  test.each(operations)("%s with too many or too few", (operation, words) => {
    const right = RIGHT[operation] ?? [];
    const many = [...right, ...right, "more"];
    expect(messageOf(operation, ...many)).toMatch(/ takes (no|\d) arguments?, not \d$/u);
    for (let count = 0; count < right.length; count++) {
      const isOptional = /bot.sendText|bot.sendVoice|search/u.test(operation) && count > 0;
      if (isOptional) continue;
      const message = messageOf(operation, ...right.slice(0, count));
      expect(message).not.toMatch(VALIDATOR_TEXT);
      const isValue = operation.startsWith("storage.") && words.length > 1;
      expect(message).toMatch(
        isValue ? /^storage: / : /the (first|second|third) argument must be/u,
      );
    }
  });

  test("says what an author can do", () => {
    expect(messageOf("bot.reply", "hello")).toBe(
      "bot.reply: the first argument must be msg, not a text",
    );
    expect(messageOf("bot.reply", { from: 1 }, "hello")).toBe(
      "bot.reply: the first argument must be msg: its from is 1",
    );
    expect(messageOf("bot.reply", MSG)).toBe(
      "bot.reply: the second argument must be a text or a number",
    );
    expect(messageOf("bot.sendText", 5, "x")).toBe(
      "bot.sendText: the first argument must be a user id as text, such as msg.from, not 5",
    );
    expect(messageOf("getPlatformCreds", "icq")).toBe(
      'getPlatformCreds: the first argument must be "wechat", "feishu", "wecom", "dingtalk" or "telegram", not "icq"',
    );
    expect(messageOf("storage.get", 5)).toBe(
      "storage.get: the first argument must be a key: a text of 1 to 256 characters, not 5",
    );
    expect(messageOf("bot.sendImage", "1001", "secret")).toBe(
      "bot.sendImage: the second argument must be bytes: a Buffer or a Uint8Array, not a text",
    );
  });

  const long = "n".repeat(8193);
  test.each([
    ["bot.reply", "with a from", [{ ...MSG, from: long }, "hello"]],
    ["bot.reply", "with a contextToken", [{ ...MSG, contextToken: long }, "hello"]],
    ["bot.sendText", "such as msg.from,", [long, "hello"]],
    ["bot.sendText", "a context token", ["1001", "hello", long]],
    ["bot.sendTyping", "such as msg.from,", [long]],
    ["bot.sendFile", "a file name", ["1001", new Uint8Array(), long]],
    ["aiService.getModelInfo", "the name of a model", [long]],
    ["aiService.callModel", "with a model", [{ model: long, messages: [] }]],
  ])("a name for %s has a bounded length: %s", (operation, words, args) => {
    const error = errorOf(operation, args);
    expect(error.code).toBe("INVALID_ARGUMENT");
    expect(error.message).toContain(words);
    expect(error.message).toMatch(/of at most 8192 characters$/u);
  });

  test.each(["sendText", "sendImage", "sendVideo", "sendFile", "sendTyping", "cancelTyping"])(
    "bot.%s to the bot's owner",
    (method) => {
      const operation = `bot.${method}`;
      const [, ...others] = RIGHT[operation] ?? [];
      expect(errorOf(operation, [7, ...others])).toMatchObject({
        code: "INVALID_ARGUMENT",
        message: `${operation}: userId is the bot's owner; to answer use msg.from`,
      });
      expect(messageOf(operation, 8, ...others)).toContain("must be a user id as text");
    },
  );
});

const metaError = (meta: unknown): string => {
  try {
    assertMeta(meta);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error("the meta was taken");
};

describe("a wrong meta in the author's words", () => {
  const RIGHT_META = {
    slug: "echo",
    triggers: ["a"],
    config_schema: [
      { key: "k", label: "l", type: "select", options: [{ value: "v", label: "l" }] },
    ],
    permissions: { hosts: ["a.example"], creds: ["feishu"] },
  };

  test("chooses the right one, with options of every kind", () => {
    expect(assertMeta(RIGHT_META)).toBe(RIGHT_META);
    const options = ["text", 1, true].map((value) => ({ value, label: "l" }));
    const config_schema = [{ key: "k", label: "l", type: "select", options }];
    expect(assertMeta({ config_schema })).toEqual({ config_schema });
  });

  // A default may be anything, but that of a password: meta-bounds.test.ts.
  const rejecting = Object.entries(META_WORDS).filter(([path]) => !path.endsWith(".default"));
  test.each(rejecting)("meta%s: %s", (path, words) => {
    const place = path.replaceAll("[]", "[0]");
    for (const wrong of [null, () => {}, Symbol("x")]) {
      const message = metaError(path === "" ? wrong : withWrong(RIGHT_META, path.slice(1), wrong));
      expect(message).not.toMatch(VALIDATOR_TEXT);
      expect(message).toMatch(/^meta.* is (null|a function|a symbol): /u);
      expect(message.startsWith(`meta${place} is `)).toBe(true);
      expect(message.endsWith(`: ${words}`)).toBe(true);
    }
  });

  test.each([
    [{ slug: "m" }, 'meta.slug is "m": use 2 to 64 of a–z, 0–9 and -'],
    [{ slug: "My Plugin" }, 'meta.slug is "My Plugin": use 2 to 64 of a–z, 0–9 and -'],
    [{ priority: 1001 }, "meta.priority is 1001: use a whole number from 0 to 1000"],
    [{ triggers: "hi" }, 'meta.triggers is "hi": use a list of at most 200 texts such as ["help"]'],
    [
      { permissions: ["ai"] },
      'meta.permissions is a list: use an object such as { hosts: ["api.example.com"], ai: true }',
    ],
    [{ name: 5, version: 1, icon: 2 }, "meta.name is 5: use a text of at most 200 characters"],
    [
      { slug: `${"x".repeat(1000)}\u202e` },
      `meta.slug is "${"x".repeat(39)}…": use 2 to 64 of a–z, 0–9 and -`,
    ],
  ])("%j", (meta, message) => {
    expect(metaError(meta)).toBe(message);
  });
});

test.each([
  ["string & MinLength<1>", "a text of at least 1 character"],
  [
    "((string & MinLength<1> & MaxLength<9>) | undefined)",
    "a text of at least 1 character and at most 9 characters",
  ],
  ['string & Pattern<"^[a-z0-9-]{2,64}$">', "a text of the form ^[a-z0-9-]{2,64}$"],
  ['string & Pattern<"^(a|b) & c$">', "a text"],
  ["Array<> & MinItems<1>", "a list of at least 1"],
  ['number & Type<"uint32">', "a whole number, 0 or more"],
  ['(number & Type<"int32"> & Minimum<-5>)', "a whole number of at least -5"],
  ["((number & Maximum<1.5>) | null)", "a number of at most 1.5 or null"],
  ['(string & Format<"email">)', "a text"],
])("what %s restricts is said: %s", (expected, words) => {
  const errors = [{ path: "$input.a", expected, value: 1 }];
  const message = `the body.a must be ${words}`;
  expect(() => assertValid("the body", { success: false, data: 1, errors })).toThrow(
    expect.objectContaining({ message }),
  );
});
