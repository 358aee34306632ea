import { expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";

test("a listener gets notifications from the moment it listens, and learns that it does", async () => {
  await using database = await openTestDatabase();
  const { notifications } = database;
  const heard: Record<string, string[]> = { first: [], second: [], third: [], fourth: [] };
  const listen = (channel: string, name: string) =>
    notifications.listen(channel, (payload) => heard[name]?.push(payload));
  listen("a", "first");
  await expect.poll(() => heard["first"]).toEqual([""]);
  // On the connection that is open: another channel, twice, and one that it listens to already.
  listen("b", "second");
  listen("b", "third");
  const end = listen("a", "fourth");
  await expect.poll(() => [heard["second"], heard["third"]]).toEqual([[""], [""]]);
  await notifications.notify("b", "x");
  await notifications.notify("a", "y");
  await expect
    .poll(() => heard)
    .toEqual({
      first: ["", "y"],
      second: ["", "x"],
      third: ["", "x"],
      fourth: ["y"],
    });
  end();
  await notifications.notify("a", "z");
  await expect.poll(() => heard["first"]).toEqual(["", "y", "z"]);
  expect(heard["fourth"]).toEqual(["y"]);
});
