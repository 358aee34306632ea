import { expect, test } from "vitest";
import { dieAtEvents } from "../faults/die-at-events.ts";
import { openWorld } from "../faults/world.ts";

// The corpus of plugins dies in kills.test.ts, at its exchanges; this is a host with all of its parts.
test("a host is killed at each event of a paid answer, and nothing is done twice", async () => {
  await using world = await openWorld();
  const deaths = await dieAtEvents(world);
  expect(deaths.flatMap(({ at, problems }) => problems.map((text) => `${at}: ${text}`))).toEqual(
    [],
  );
  expect(deaths.length).toBeGreaterThan(4);
});
