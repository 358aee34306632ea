/** @module-tag long */
import { expect, test } from "vitest";
import { dieAtEvents } from "./die-at-events.ts";
import { updateAfterDeath } from "./update-after-death.ts";
import { openWorld } from "./world.ts";

/** Of the plugin that reads, pays, writes and replies; the soak has all. */
const PAID = 8;
const SOME = [PAID, 12, 14];

test("a process is killed while it pays, replies and ends: the next one goes on, nothing is done twice, and an update waits for the next message", async () => {
  await using world = await openWorld();
  const deaths = await dieAtEvents(world, SOME);
  expect(deaths.flatMap(({ at, problems }) => problems.map((text) => `${at}: ${text}`))).toEqual(
    [],
  );
  expect(deaths.map(({ at }) => at)).toEqual([
    "host-call-settled aiService.callModel",
    "host-call-settled bot.reply",
    "message-done",
  ]);
  // The same message, begun by the version that was installed then, and one for the new version.
  expect(await updateAfterDeath(world, PAID)).toEqual(["re hello #1", "from the new version"]);
}, 300_000);
