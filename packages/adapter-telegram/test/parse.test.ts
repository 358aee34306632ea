import { readdirSync, readFileSync } from "node:fs";
import { assertValid, validateParsedMessage } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseUpdate } from "../src/parse.ts";

interface Fixture {
  name: string;
  about: string;
  update: Record<string, unknown>;
  /** The exact id. */
  id?: string;
  /** The message without `raw`; `null` for an update that is not delivered. */
  expected: Record<string, unknown> | null;
}

const folder = new URL("../fixtures/", import.meta.url);
const fixtures = readdirSync(folder).map((file): Fixture => {
  const fixture: Omit<Fixture, "name"> = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  return { name: file, ...fixture };
});
const delivered = fixtures.filter(({ expected }) => expected !== null);
const ignored = fixtures.filter(({ expected }) => expected === null);

describe("parseUpdate", () => {
  // spec: message.text, message.timestamp, message.context-token, message.message-id, message.image
  // spec: message.voice, message.file, message.video, message.quoted-message
  // spec: message.text-with-quote, message.raw, message.from, message.to
  test.each(delivered)("$name: $about", ({ update, id, expected }) => {
    const incoming = parseUpdate(update, "42");
    expect(incoming).toStrictEqual({ id, message: { ...expected, raw: update } });
    expect(() => assertValid("message", validateParsedMessage(incoming?.message))).not.toThrow();
  });

  // spec: platform.private-chats
  test.each(ignored)("$name: $about is not delivered", ({ update }) => {
    expect(parseUpdate(update, "42")).toBeNull();
  });

  test("never throws and never makes an invalid message, whatever comes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseUpdate(value, "42")).toBeNull();
      }),
    );
    const anything = wireLike(fc.jsonValue());
    const message = fc.record(
      {
        ...Object.fromEntries(KEYS.map((key) => [key, anything])),
        message_id: mostly(fc.nat(), anything),
        from: mostly(fc.constant(USER), anything),
        chat: mostly(fc.constant(CHAT), anything),
      },
      { requiredKeys: ["message_id", "from", "chat"] },
    );
    let reached = 0;
    fc.assert(
      fc.property(fc.integer(), message, (id, body) => {
        const incoming = parseUpdate({ update_id: id, message: body }, "42");
        if (incoming === null) return;
        reached++;
        expect(incoming.id).toBe(String(id));
        expect(validateParsedMessage(incoming.message).success).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(reached).toBeGreaterThan(100);
  });

  test("does not exhaust the stack on deep nesting", () => {
    let text: unknown = "bottom";
    for (let depth = 0; depth < 50_000; depth++) text = { text };
    const message = { message_id: 1, from: USER, chat: CHAT, rich_message: { blocks: [text] } };
    expect(parseUpdate({ update_id: 1, message }, "42")?.message.text).toBe("");
  });
});

const USER = { id: 1001, is_bot: false, first_name: "Ann" };
const CHAT = { id: 1001, type: "private" };
const KEYS =
  "date text caption photo voice video document animation audio video_note live_photo rich_message reply_to_message external_reply quote".split(
    " ",
  );

function mostly(
  usual: fc.Arbitrary<unknown>,
  anything: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: anything, weight: 1 });
}

/** Values that come close to the real ones, so that the branches behind the guards are reached. */
function wireLike(anything: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const file = fc.record(
    {
      file_id: fc.string(),
      file_unique_id: anything,
      width: anything,
      height: anything,
      duration: anything,
      file_size: anything,
      file_name: anything,
      mime_type: anything,
      thumbnail: anything,
    },
    { requiredKeys: ["file_id"] },
  );
  return fc.oneof(
    anything,
    file,
    fc.array(file),
    fc.constant(USER),
    fc.constant(CHAT),
    fc.integer(),
    fc.record({ text: anything, origin: anything, from: anything, blocks: fc.array(anything) }),
  );
}
