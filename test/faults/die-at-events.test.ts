import { expect, test } from "vitest";
import { dieAtEvents } from "./die-at-events.ts";

/** Of the plugin that reads, pays, writes and replies; the soak has all. */
const SOME = [8, 12, 14];

test("a process is killed while it pays, replies and ends: the next one goes on, and nothing is done twice", async () => {
  const deaths = await dieAtEvents(SOME);
  expect(deaths.flatMap(({ at, problems }) => problems.map((text) => `${at}: ${text}`))).toEqual(
    [],
  );
  expect(deaths.map(({ at }) => at)).toEqual([
    "host-call-settled aiService.callModel",
    "host-call-settled bot.reply",
    "message-done",
  ]);
});
