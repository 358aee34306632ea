import { readdirSync, readFileSync } from "node:fs";
import { assertValid, validateParsedMessage } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyUrl } from "../../../test/arbitraries.ts";
import { parseBody, type ParseOptions, type Session } from "../src/parse.ts";

interface Fixture {
  name: string;
  about: string;
  body: Record<string, unknown>;
  /** The exact id. */
  id?: string;
  session?: Session;
  /** The ids under which the quoted text may be known. */
  unknownIds?: string[];
  /** The message without `raw`; `null` for a body that is not delivered. */
  expected: Record<string, unknown> | null;
}

const folder = new URL("../fixtures/", import.meta.url);
const fixtures = readdirSync(folder).map((file): Fixture => {
  const fixture: Omit<Fixture, "name"> = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  return { name: file, ...fixture };
});
const delivered = fixtures.filter(({ expected }) => expected !== null);
const ignored = fixtures.filter(({ expected }) => expected === null);

const OPTIONS: ParseOptions = {
  robotCode: "dingrobot",
  toHandle: () => "handle",
  oapiBase: "https://oapi.dingtalk.com",
  botName: "Robo",
};

describe("parseBody", () => {
  // spec: message.image, message.file, message.quoted-message
  test.each(delivered)("$name: $about", ({ body, id, session, unknownIds, expected }) => {
    const parsed = parseBody(body, OPTIONS);
    const hidden = "sessionWebhook" in body && { sessionWebhook: "handle" };
    expect(parsed?.incoming).toEqual({ id, message: { ...expected, raw: { ...body, ...hidden } } });
    expect(parsed?.session).toEqual(session);
    expect(parsed?.unknownQuote?.ids).toEqual(unknownIds);
    expect(() =>
      assertValid("message", validateParsedMessage(parsed?.incoming.message)),
    ).not.toThrow();
  });

  test.each(ignored)("$name: $about is not delivered", ({ body }) => {
    expect(parseBody(body, OPTIONS)).toBeNull();
  });

  test.each(delivered)("$name keeps the address of the session to itself", ({ body }) => {
    expect(JSON.stringify(parseBody(body, OPTIONS)?.incoming)).not.toContain("sendBySession");
  });

  test("never throws and never makes an invalid message, whatever comes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseBody(value, OPTIONS)).toBeNull();
      }),
    );
    const content = fc.oneof(
      fc.jsonValue(),
      fc.record(Object.fromEntries(KEYS.map((key) => [key, fc.jsonValue()])), { requiredKeys: [] }),
      fc.record({
        downloadCode: fc.string(),
        duration: fc.jsonValue(),
        fileName: fc.jsonValue(),
        isReplyMsg: fc.boolean(),
        repliedMsg: fc.record({ msgType: fc.constantFrom(...KINDS), content: fc.jsonValue() }),
        richText: fc.array(fc.record({ text: fc.jsonValue(), downloadCode: fc.jsonValue() })),
      }),
    );
    const mostlyText = fc.oneof(
      { weight: 9, arbitrary: fc.string({ minLength: 1 }) },
      fc.jsonValue(),
    );
    const body = fc.record({
      conversationType: fc.constant("1"),
      msgId: mostlyText,
      senderStaffId: mostlyText,
      senderNick: fc.jsonValue(),
      createAt: fc.jsonValue(),
      robotCode: fc.jsonValue(),
      sessionWebhook: fc.oneof(anyUrl, fc.jsonValue()),
      sessionWebhookExpiredTime: fc.jsonValue(),
      originalMsgId: fc.jsonValue(),
      msgtype: fc.constantFrom(...KINDS),
      text: content,
      content: fc.oneof(
        content,
        content.map((value) => JSON.stringify(value)),
      ),
    });
    let reached = 0;
    fc.assert(
      fc.property(body, (value) => {
        const parsed = parseBody(value, OPTIONS);
        if (parsed === null) return;
        reached++;
        expect(validateParsedMessage(parsed.incoming.message).success).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(reached).toBeGreaterThan(50);
  });
});

const KINDS = ["text", "picture", "audio", "video", "file", "richText"];
const KEYS = "content text downloadCode recognition fileName repliedMsg isReplyMsg".split(" ");
