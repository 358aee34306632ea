import { readdirSync, readFileSync } from "node:fs";
import { assertValid, validateParsedMessage } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";
import { parseForward } from "../src/parse/forward.ts";
import { type Identity, parseEvent, parseQuote } from "../src/parse.ts";

interface EventFixture {
  name: string;
  about: string;
  event: Record<string, unknown>;
  /** The exact id. */
  id?: string;
  /** The message that is answered. */
  parentId?: string;
  isForward?: boolean;
  /** The message without `raw`; `null` for an event that is not delivered. */
  expected: Record<string, unknown> | null;
}

interface QuoteFixture {
  name: string;
  about: string;
  /** What the call for the quoted message gave. */
  data: Record<string, unknown>;
  expected: { title: string; text: string } | null;
}

const folder = new URL("../fixtures/", import.meta.url);
const BOT: Identity = { appId: "cli_a1b2c3d4e5f60718", openId: "ou_b07", name: "Helper" };

function read<Fixture extends object>(key: string): Fixture[] {
  return readdirSync(folder)
    .map((file) => ({ name: file, ...JSON.parse(readFileSync(new URL(file, folder), "utf8")) }))
    .filter((fixture) => Object.hasOwn(fixture, key));
}

function postEvent(content: object, mentions: readonly object[] = []): object {
  return {
    header: { event_type: "im.message.receive_v1" },
    event: {
      sender: { sender_type: "user", sender_id: { open_id: "ou_1" } },
      message: {
        message_id: "om_1",
        chat_type: "p2p",
        message_type: "post",
        content: JSON.stringify(content),
        mentions,
      },
    },
  };
}

const events = read<EventFixture>("event");
const quotes = read<QuoteFixture>("data");

describe("parseEvent", () => {
  // spec: message.image, message.file, message.quoted-message
  test.each(events.filter(({ expected }) => expected !== null))(
    "$name: $about",
    ({ event, id, parentId, isForward, expected }) => {
      const parsed = parseEvent(event, BOT);
      expect(parsed).toStrictEqual({
        incoming: { id, message: { ...expected, raw: event } },
        ...(parentId !== undefined && { parentId }),
        ...(isForward === true && { isForward }),
      });
      const message = parsed?.incoming.message;
      expect(() => assertValid("message", validateParsedMessage(message))).not.toThrow();
    },
  );

  test.each(events.filter(({ expected }) => expected === null))(
    "$name: $about is not delivered",
    ({ event }) => {
      expect(parseEvent(event, BOT)).toBeNull();
    },
  );

  test("keeps the verification token, which is a secret, out of the message", () => {
    const event = {
      header: { event_type: "im.message.receive_v1", token: "verification-secret" },
      event: {
        sender: { sender_type: "user", sender_id: { open_id: "ou_1" } },
        message: { message_id: "om_1", chat_type: "p2p", message_type: "text", content: TEXT },
      },
    };
    const parsed = parseEvent(event, BOT);
    expect(parsed?.incoming.message.raw).toHaveProperty("header.event_type");
    expect(JSON.stringify(parsed)).not.toContain("verification-secret");
  });

  test("the empty lines around a post are left out, those in its middle stay", () => {
    const empty = Array.from({ length: 20_000 }, () => []);
    const content = [
      ...empty,
      [{ tag: "text", text: "a" }],
      ...empty,
      [{ tag: "text", text: "b" }],
      [],
    ];
    const parsed = parseEvent(postEvent({ title: "", content }), BOT);
    expect(parsed?.incoming.message.text).toBe(`a${"\n".repeat(20_001)}b`);
  });

  test("a name that is mentioned again and again does not make a text of megabytes", () => {
    const mentions = [{ key: "@_user_1", id: { open_id: "ou_1" }, name: "n".repeat(10_000) }];
    const elements = Array.from({ length: 2000 }, () => ({ tag: "at", user_id: "@_user_1" }));
    const parsed = parseEvent(postEvent({ title: "", content: [elements] }, mentions), BOT);
    expect(parsed?.incoming.message.text).toBe(`@${"n".repeat(100)}`.repeat(2000));
  });

  test("reads each mention once, however many elements of a post may name it", () => {
    let reads = 0;
    const mentions = Array.from({ length: 300 }, (_, n) => ({
      id: { open_id: `ou_${n}` },
      name: `N${n}`,
      get key() {
        reads += 1;
        return `@_user_${n}`;
      },
    }));
    const elements = mentions.map((_mention, n) =>
      n % 2 === 0
        ? { tag: "at", user_id: n % 4 === 0 ? `@_user_${n}` : `ou_${n}` }
        : { tag: "text", text: `@_user_${n}` },
    );
    const parsed = parseEvent(postEvent({ title: "", content: [elements] }, mentions), BOT);
    expect(parsed?.incoming.message.text).toBe(mentions.map(({ name }) => `@${name}`).join(""));
    expect(reads).toBe(300);
  });

  test("never throws and never makes an invalid message, whatever comes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseEvent(value, BOT)).toBeNull();
        expect(parseQuote(value, BOT)).toBeUndefined();
        expect(parseForward(value, "om_1", BOT)).toEqual([]);
      }),
    );
    let reached = 0;
    fc.assert(
      fc.property(message, (body) => {
        const event = {
          header: { event_type: "im.message.receive_v1" },
          event: { sender: { sender_type: "user", sender_id: { open_id: "ou_1" } }, message: body },
        };
        const parsed = parseEvent(event, BOT);
        if (parsed === null) return;
        reached++;
        expect(validateParsedMessage(parsed.incoming.message).success).toBe(true);
        expect(parsed.incoming.id).not.toBe("");
      }),
      { numRuns: 500 },
    );
    expect(reached).toBeGreaterThan(100);
  });
});

describe("parseQuote", () => {
  test.each(quotes)("$name: $about", ({ data, expected }) => {
    const quote = parseQuote(data, BOT);
    expect(quote ? { title: quote.title, text: quote.text } : null).toEqual(expected);
  });
});

const TEXT = JSON.stringify({ text: "hi" });

const KINDS =
  "text post image file audio media video location interactive todo vote calendar folder hongbao video_chat merge_forward".split(
    " ",
  );

/** Values that come close to the real ones, so that the branches behind the guards are reached. */
const anything = fc.jsonValue();
const words = fc.oneof(fc.string(), fc.constant("@_user_1"));
const element = fc.record({
  tag: fc.constantFrom("text", "a", "at", "img", "media", "hr", "code_block", "md", "emotion", "?"),
  text: fc.oneof(words, anything),
  href: fc.oneof(words, anything),
  user_id: fc.oneof(words, anything),
  user_name: anything,
  emoji_type: fc.oneof(words, anything),
  image_key: fc.oneof(fc.string({ unit: anyCharacter }), anything),
  file_key: fc.oneof(words, anything),
});
const rich = fc.record({
  text: words,
  title: anything,
  content: fc.array(fc.oneof(fc.array(element), anything)),
  content_v2: fc.oneof(fc.array(fc.oneof(fc.array(element), anything)), anything),
  elements: fc.oneof(fc.array(fc.array(element)), anything),
  name: fc.oneof(words, anything),
  summary: fc.oneof(words, anything, fc.record({ title: anything, content: anything })),
  topic: fc.oneof(words, anything),
  options: fc.oneof(fc.array(words), anything),
  image_key: fc.string({ minLength: 1, unit: anyCharacter }),
  file_key: fc.string({ minLength: 1, unit: anyCharacter }),
  duration: anything,
  file_name: anything,
});
const content = fc.oneof({ arbitrary: rich, weight: 4 }, { arbitrary: anything, weight: 1 });
const message = fc.record(
  {
    message_id: fc.string({ minLength: 1, unit: anyCharacter }),
    chat_type: fc.constant("p2p"),
    message_type: fc.constantFrom(...KINDS, "?"),
    content: content.map((value) => JSON.stringify(value)),
    create_time: anything,
    parent_id: anything,
    mentions: fc.oneof(
      anything,
      fc.array(fc.record({ key: words, id: fc.oneof(anything, words), name: anything })),
    ),
  },
  { requiredKeys: ["message_id", "chat_type", "message_type", "content"] },
);

const forwarded = (id: string, more: object = {}): object => ({
  message_id: id,
  upper_message_id: "om_1",
  msg_type: "text",
  sender: { id: `ou_${id}`, id_type: "open_id" },
  body: { content: JSON.stringify({ text: id }) },
  ...more,
});
const textsOf = (items: unknown): string[] =>
  parseForward({ items }, "om_1", BOT).map(({ text }) => text);

/** What reading a forward of so many forwards takes, all of which have the id: reads of fields, and look-ups. */
function workOf(count: number, id: string): number {
  let reads = 0;
  const counted = (value: string) => () => {
    reads += 1;
    return value;
  };
  const item = Object.defineProperties(
    {},
    {
      msg_type: { get: counted("merge_forward") },
      message_id: { get: counted(id) },
      upper_message_id: { get: counted("om_0") },
    },
  );
  const has = vi.spyOn(Set.prototype, "has");
  try {
    parseForward({ items: Array.from({ length: count }, () => item) }, "om_0", BOT);
    return reads + has.mock.calls.length;
  } finally {
    has.mockRestore();
  }
}

describe("parseForward", () => {
  test.each([
    [1, 199],
    [199, 1],
    [20_000, 0],
  ])("200 messages are read, of which %i are forwards in forwards", (forwards, expected) => {
    const inside = Array.from({ length: forwards }, (_, n) => ({
      message_id: `om_${n + 1}`,
      msg_type: "merge_forward",
      upper_message_id: `om_${n}`,
    }));
    // More than the stack has room for.
    const texts = Array.from({ length: 200_000 }, () => ({
      message_id: "om_x",
      msg_type: "text",
      upper_message_id: `om_${forwards}`,
      body: { content: JSON.stringify({ text: "hello" }) },
    }));
    const found = parseForward({ items: [...inside, ...texts] }, "om_0", BOT);
    expect(found.map(({ text }) => text)).toEqual(Array.from({ length: expected }, () => "hello"));
  });

  test("many forwards of one id are looked at no more often than others are", () => {
    // Each is looked at twice to group them, and 200 are read.
    for (const count of [500, 1000]) {
      expect(workOf(count, "om_0")).toBe(workOf(count, "om_x"));
      expect(workOf(count, "om_0")).toBeLessThanOrEqual(2 * count + 2 * 200);
    }
  });

  test("is in order, with forwards in their place, and none twice", () => {
    const items = [
      { message_id: "om_1", msg_type: "merge_forward" },
      forwarded("a"),
      forwarded("b", { msg_type: "merge_forward" }),
      forwarded("c"),
      forwarded("d", { upper_message_id: "b" }),
      forwarded("e", { upper_message_id: "b", msg_type: "merge_forward" }),
      // In itself, and in one that holds it.
      forwarded("e", { upper_message_id: "e", msg_type: "merge_forward" }),
      forwarded("b", { upper_message_id: "e", msg_type: "merge_forward" }),
      forwarded("elsewhere", { upper_message_id: "om_2" }),
    ];
    expect(textsOf(items)).toEqual(["a", "d", "c"]);
  });

  test("names what has no text by its kind, and reads no more than 200", () => {
    const picture = { msg_type: "image", body: { content: '{"image_key":"img_1"}' } };
    expect(textsOf([forwarded("a", picture), forwarded("b", { msg_type: "sticker" })])).toEqual([
      "[图片]",
      "[消息]",
    ]);
    expect(textsOf(Array.from({ length: 500 }, (_, index) => forwarded(`m${index}`)))).toHaveLength(
      200,
    );
  });

  test("tells who wrote each", () => {
    const items = [
      forwarded("a", { sender: { id: "ou_2", id_type: "open_id", sender_name: "Bea" } }),
      forwarded("b"),
      forwarded("c", { sender: { id: BOT.appId, id_type: "app_id" } }),
    ];
    expect(parseForward({ items }, "om_1", BOT)).toMatchObject([
      { openId: "ou_2", name: "Bea" },
      { openId: "ou_b", name: "" },
      { openId: "", name: "Helper" },
    ]);
  });
});
