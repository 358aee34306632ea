import { createManualClock } from "@botwright/core";
import { createServices, ProviderError, type SearchProvider } from "@botwright/services";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPostgresServiceLog, createSearchLog, type Database } from "../src/index.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.deleteFrom("service_use").execute());

const engine: SearchProvider = {
  name: "ours",
  async search({ query }) {
    if (query === "fail") throw new ProviderError("down", { code: "PROVIDER_FAILED" });
    return [{ title: "A page", url: "https://example.com/", snippet: "" }];
  },
};

/** Plugins that search at a time, and the log of it. */
function openAt(time: string, timeZone?: string) {
  const { db } = database;
  const clock = createManualClock(Date.parse(time));
  const log = createPostgresServiceLog(db);
  const services = createServices({ search: { providers: [engine] }, log, clock });
  const zone = timeZone === undefined ? {} : { timeZone };
  return {
    clock,
    searchLog: createSearchLog({ db, clock, ...zone }),
    search: (userId: number, slug: string, query: string) =>
      services.forAccount(userId)(slug).searchService.search(query),
  };
}

// spec: http.search-stats
test("statistics of today: in sum, by plugin, by user", async () => {
  const { search, searchLog } = openAt("2026-01-05T12:00:00Z");
  expect(await searchLog.stats()).toEqual({ today_total: 0, by_plugin: [], by_user: [] });
  await search(7, "news", "cats");
  await search(7, "news", "cats");
  await search(8, "news", "dogs");
  await expect(search(7, "facts", "fail")).rejects.toMatchObject({ code: "API_ERROR" });
  expect(await searchLog.stats()).toEqual({
    today_total: 4,
    by_plugin: [
      { plugin_slug: "news", count: 3 },
      { plugin_slug: "facts", count: 1 },
    ],
    by_user: [
      { user_id: 7, count: 3 },
      { user_id: 8, count: 1 },
    ],
  });
});

test.each([
  // 2026-01-05 in Shanghai begins at 16:00 UTC of the day before.
  ["Asia/Shanghai", "2026-01-04T15:59:59.999Z", "2026-01-04T16:00:00.000Z"],
  ["America/New_York", "2026-01-05T04:59:59.999Z", "2026-01-05T05:00:00.000Z"],
  // The day on which clocks are put forward has 23 hours.
  ["Europe/Berlin", "2026-03-28T22:59:59.999Z", "2026-03-28T23:00:00.000Z"],
  ["UTC", "2026-01-04T23:59:59.999Z", "2026-01-05T00:00:00.000Z"],
])("a day begins at midnight in %s", async (zone, yesterday, midnight) => {
  await openAt(yesterday, zone).search(7, "news", "yesterday");
  const { search, searchLog, clock } = openAt(midnight, zone);
  await search(7, "news", "today");
  expect((await searchLog.stats()).today_total).toBe(1);
  clock.advance(22 * 3_600_000);
  expect((await searchLog.stats()).today_total).toBe(1);
  clock.advance(2 * 3_600_000);
  expect((await searchLog.stats()).today_total).toBe(0);
});

// spec: http.search-logs, search.region
test("the log, newest first", async () => {
  const { search, searchLog } = openAt("2026-01-05T12:00:00Z");
  await search(7, "news", "cats \0 \ud800");
  await search(7, "news", "cats \0 \ud800");
  await expect(search(8, "news", "fail")).rejects.toMatchObject({ code: "API_ERROR" });
  const [failed, cached, first, ...others] = await searchLog.latest();
  expect(others).toEqual([]);
  expect(first).toEqual({
    id: expect.any(Number),
    created_at: "2026-01-05T12:00:00.000Z",
    user_id: 7,
    plugin_slug: "news",
    query: "cats \0 \ud800",
    region: "wt-wt",
    max_results: 5,
    provider: "ours",
    cached: false,
    count: 1,
    duration_ms: 0,
    error_code: null,
  });
  expect(cached).toMatchObject({ cached: true, count: 1 });
  expect(failed).toMatchObject({ user_id: 8, provider: null, count: 0, error_code: "API_ERROR" });
});

// spec: http.search-logs, http.search-logs-limit
test("the log has 50 searches, unless it is asked for others", async () => {
  const { searchLog } = openAt("2026-01-05T12:00:00Z");
  const details = JSON.stringify({ query: "cats", region: "wt-wt" });
  const row = { type: "search" as const, user_id: 7, plugin_slug: "news", details };
  const created_at = new Date();
  const rows = Array.from({ length: 501 }, () => ({ ...row, created_at }));
  await database.db.insertInto("service_use").values(rows).execute();
  expect(await searchLog.latest()).toHaveLength(50);
  expect(await searchLog.latest(1)).toHaveLength(1);
  expect(await searchLog.latest(500)).toHaveLength(500);
  for (const limit of [0, 501, 1.5, -1, Number.NaN]) {
    await expect(searchLog.latest(limit)).rejects.toThrow(/^limit must be a whole number/);
  }
});
