import { expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";

test("a listener is called when it begins to listen, because it may have missed something, and on each change", async () => {
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
