import { readdirSync, readFileSync } from "node:fs";
import { assertValid, validateParsedMessage } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMessage } from "../src/parse.ts";

interface Fixture {
  name: string;
  about: string;
  message: Record<string, unknown>;
  /** The exact id. */
  id?: string;
  /** The message without `raw`; `null` for one that is not delivered. */
  expected: Record<string, unknown> | null;
}

const CORP = "ww0123456789abcdef";
const folder = new URL("../fixtures/", import.meta.url);
const fixtures = readdirSync(folder).map((file): Fixture => {
  const fixture: Omit<Fixture, "name"> = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  return { name: file, ...fixture };
});
const delivered = fixtures.filter(({ expected }) => expected !== null);
const ignored = fixtures.filter(({ expected }) => expected === null);

describe("parseMessage", () => {
  // spec: message.image, message.file
  test.each(delivered)("$name: $about", ({ message, id, expected }) => {
    const incoming = parseMessage(message, CORP);
    const { PicUrl: _secret, ...raw } = message;
    expect(incoming).toStrictEqual({ id, message: { ...expected, raw } });
    expect(() => assertValid("message", validateParsedMessage(incoming?.message))).not.toThrow();
  });

  // spec: platform.private-chats
  test.each(ignored)("$name: $about is not delivered", ({ message }) => {
    expect(parseMessage(message, CORP)).toBeNull();
  });

  test("never throws and never makes an invalid message, whatever comes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const incoming = parseMessage(value, CORP);
        expect(incoming).toBeNull();
      }),
    );
    const text = fc.oneof(fc.string(), fc.constantFrom("42", "7000000000000000001"));
    const value = fc.oneof(
      { arbitrary: text, weight: 9 },
      { arbitrary: fc.jsonValue(), weight: 1 },
    );
    const message = fc.record(
      {
        ...Object.fromEntries(KEYS.map((key) => [key, value])),
        FromUserName: fc.constantFrom("zhangsan", "lisi", "sys"),
        MsgType: fc.constantFrom(
          "text",
          "image",
          "voice",
          "video",
          "file",
          "link",
          "location",
          "event",
        ),
      },
      { requiredKeys: ["FromUserName", "MsgType"] },
    );
    let reached = 0;
    fc.assert(
      fc.property(message, (fields) => {
        const incoming = parseMessage(fields, CORP);
        if (incoming === null) return;
        reached++;
        expect(incoming.id).not.toBe("");
        expect(validateParsedMessage(incoming.message).success).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(reached).toBeGreaterThan(100);
  });
});

const KEYS =
  "ToUserName CreateTime MsgId AgentID Content MediaId PicUrl Format Recognition ThumbMediaId FileName Title Description Url Label".split(
    " ",
  );
