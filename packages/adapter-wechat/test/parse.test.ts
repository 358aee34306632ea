import { readdirSync, readFileSync } from "node:fs";
import { assertValid, validateParsedMessage } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyUrl } from "../../../test/arbitraries.ts";
import { parseMessage } from "../src/parse.ts";
import type { QuotableText } from "../src/parse/quote.ts";
import { parseExactJson } from "@botwright/adapter-kit";

interface Fixture {
  name: string;
  about: string;
  message: Record<string, unknown>;
  /** What is known of the quoted message. */
  kept?: QuotableText;
  /** The exact id. */
  id?: string;
  /** The message without `raw`; `null` for one that is not delivered. */
  expected: Record<string, unknown> | null;
}

const folder = new URL("../fixtures/", import.meta.url);
const fixtures = readdirSync(folder).map((file): Fixture => {
  const fixture: Omit<Fixture, "name"> = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  return { name: file, ...fixture };
});
const delivered = fixtures.filter(({ expected }) => expected !== null);
const ignored = fixtures.filter(({ expected }) => expected === null);

/** What a message says that it quotes, when it selects a part of words. */
function quotedPart(words: string, start: string): string | undefined {
  const partial_text = { start, end: "z", startindex: 0, endindex: 0 };
  const message_item = { type: 1, text_item: { text: words } };
  const item = { type: 1, text_item: { text: "x" }, ref_msg: { message_item, partial_text } };
  const message = { message_id: "1", message_type: 1, from_user_id: "a", item_list: [item] };
  return parseMessage(message, { receivedAt: 1 })?.message.quotedMessage?.text;
}

describe("parseMessage", () => {
  // spec: message.image, message.voice, message.file, message.video, message.quoted-message
  // spec: message.raw
  test.each(delivered)("$name: $about", ({ message, kept, id, expected }) => {
    const incoming = parseMessage(message, { receivedAt: 1, quoted: kept });
    const { raw, ...rest } = assertValid("message", validateParsedMessage(incoming?.message));
    expect({ id: incoming?.id, message: rest }).toStrictEqual({ id, message: expected });
    expect(raw).toStrictEqual(JSON.parse(JSON.stringify(message), withoutUrl));
  });

  test.each(ignored)("$name: $about is not delivered", ({ message }) => {
    expect(parseMessage(message, { receivedAt: 1 })).toBeNull();
  });

  test("the selected part of a quote is not looked for where that would take long", () => {
    expect(quotedPart("a b c z d", "b")).toBe("b c z");
    const long = `${"a".repeat(1_000_000)}b z`;
    expect(quotedPart(long, `${"a".repeat(4000)}b`)).toBe(long);
  });

  test("never throws and never makes an invalid message, whatever comes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseMessage(value, { receivedAt: 1 })).toBeNull();
      }),
    );
    let reached = 0;
    fc.assert(
      fc.property(wireLike(), (message) => {
        const incoming = parseMessage(message, { receivedAt: 1 });
        if (incoming === null) return;
        reached++;
        expect(incoming.id).not.toBe("");
        expect(validateParsedMessage(incoming.message).success).toBe(true);
        expect(JSON.stringify(incoming)).not.toContain("full_url");
      }),
      { numRuns: 300 },
    );
    expect(reached).toBeGreaterThan(60);
  });

  test("does not exhaust the stack on deep nesting", () => {
    let deep: unknown = "bottom";
    for (let depth = 0; depth < 50_000; depth++) deep = { deep };
    const text = { type: 1, text_item: { text: "hi" }, ref_msg: { message_item: { deep } } };
    const message = { message_type: 1, from_user_id: "u", item_list: [text] };
    expect(parseMessage(message, { receivedAt: 1 })?.message.text).toBe("hi");
  });
});

describe("parseExact", () => {
  test("keeps every digit of numbers that do not fit, and texts as they are", () => {
    const text = '{"message_id":7312345678901234567,"n":[42,-1.5,1e3],"s":"9007199254740993"}';
    expect(parseExactJson(text)).toEqual({
      message_id: "7312345678901234567",
      n: [42, -1.5, 1000],
      s: "9007199254740993",
    });
  });

  test("gives any JSON back as JSON.parse does, where that loses nothing", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text));
        const plain: unknown = JSON.parse(text);
        expect(parseExactJson(text)).toEqual(plain);
      }),
    );
    expect(parseExactJson('{"broken":')).toBeUndefined();
  });
});

function withoutUrl(key: string, value: unknown): unknown {
  return key === "full_url" ? undefined : value;
}

/** Messages that come close to the real ones, so that the branches behind the guards are reached. */
function wireLike(): fc.Arbitrary<unknown> {
  const any = fc.jsonValue();
  const mostly = (usual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: any, weight: 1 });
  const media = mostly(
    fc.record({ encrypt_query_param: any, aes_key: any, full_url: mostly(anyUrl) }),
  );
  const payload = mostly(
    fc.record({ text: any, media, aeskey: any, len: any, play_length: any, file_name: any }),
  );
  const payloads = Object.fromEntries(
    ["text", "image", "voice", "file", "video"].map((kind) => [`${kind}_item`, payload]),
  );
  const item = fc.record({ type: mostly(fc.integer({ min: 0, max: 6 })), ...payloads });
  const partial = fc.record({ start: any, end: any, startindex: any, endindex: any });
  const reference = fc.record({
    message_item: item,
    title: any,
    svr_id: any,
    partial_text: partial,
  });
  const quoting = fc.tuple(item, mostly(reference)).map(([one, ref]) => ({ ...one, ref_msg: ref }));
  return fc.record({
    message_id: any,
    from_user_id: mostly(fc.constant("someone")),
    message_type: fc.constant(1),
    group_id: fc.constant(""),
    create_time_ms: any,
    context_token: any,
    item_list: fc.array(mostly(fc.oneof(item, quoting)), { minLength: 1, maxLength: 3 }),
  });
}
