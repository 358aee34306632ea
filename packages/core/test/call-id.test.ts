import { describe, expect, test } from "vitest";
import { attemptIdOf, botPrefixOf, callIdOf, messagePrefixOf } from "../src/index.ts";

describe.each(["42", "a/b", "a/b/", "/", "", "m#1", "微信/😀"])(
  "a run of the message %j",
  (messageId) => {
    const message = { botDbId: 7, messageId };
    const callId = callIdOf({ ...message, plugin: "chat-bot" });

    test("has an id that begins with its message, and that with its bot", () => {
      expect(callId).toBe(`${messagePrefixOf(message)}chat-bot`);
      expect(messagePrefixOf(message).startsWith(botPrefixOf(7))).toBe(true);
      expect(messagePrefixOf(message).startsWith(botPrefixOf(77))).toBe(false);
    });

    test("has attempts whose ids begin with that of the run", () => {
      const ids = [0, 1, 12].map((number) => attemptIdOf(callId, number));
      expect(ids).toEqual([callId, `${callId}#1`, `${callId}#12`]);
    });

    test("differs from its message's own host call, which names the message too", () => {
      expect(messagePrefixOf(message)).not.toBe(callId);
    });
  },
);
