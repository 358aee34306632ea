import { expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";

test("who begins to listen is told that something may have been missed, and then of each change", async () => {
  await using database = await openTestDatabase();
  const { notifications } = database;
  const heard: Record<string, string[]> = { first: [], second: [] };
  for (const channel of ["first", "second"]) {
    notifications.listen(channel, (payload) => heard[channel]?.push(payload));
    await expect.poll(() => heard[channel]).toEqual([""]);
  }
  await notifications.notify("second", "7");
  await expect.poll(() => heard["second"]).toEqual(["", "7"]);
  expect(heard["first"]).toEqual([""]);
});
