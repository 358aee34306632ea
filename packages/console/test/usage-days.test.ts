/** @module-tag long */
import { createDayOf } from "@botwright/services";
import { describe, expect } from "vitest";
import { hasChromium, test as base, texts } from "./browser.ts";
import { startConsoleHost } from "./console-host.ts";

const t = texts("en-GB");
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Where it is another day than in UTC, now and in an hour. The signs of these names are the other way round. */
const { timeZone, hours } =
  new Date().getUTCHours() < 11
    ? { timeZone: "Etc/GMT+12", hours: -12 }
    : { timeZone: "Etc/GMT-14", hours: 14 };

const test = base.extend("host", { scope: "file" }, async ({ dist }, { onCleanup }) => {
  const host = await startConsoleHost(dist, () => ({ timeZone }));
  onCleanup(() => host[Symbol.asyncDispose]());
  return host;
});

describe.skipIf(!hasChromium)("a host whose days are not those of UTC", () => {
  test("shows what was used in its last days, with the current one", async ({ host, open }) => {
    const user = await host.createPerson("far");
    const today = createDayOf(timeZone)(Date.now());
    const noon = Date.parse(`${today}T12:00:00Z`) - hours * HOUR_MS;
    const dayBefore = (days: number): string =>
      new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
    await host.database.db
      .insertInto("service_use")
      .values(
        [0, 6, 7].map((days) => ({
          type: "ai" as const,
          user_id: user.id,
          plugin_slug: "teller",
          created_at: new Date(noon - days * DAY_MS),
          model: "demo-paid",
          credits: 40 + days,
          details: "{}",
        })),
      )
      .execute();
    const page = await open(user, "/credits?days=7");
    await page.getByText(t("credits.numbers")).click();
    const byDay = page.getByRole("region", { name: t("credits.byDay") });
    await byDay.getByRole("row").first().waitFor();
    expect(await byDay.getByRole("rowheader").allTextContents()).toEqual([dayBefore(6), today]);

    const chart = page.locator(".chart .u-over");
    const legend = page.locator(".chart .u-legend");
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    await chart.hover({ position: { x: width - 5, y: height / 2 } });
    await expect.poll(() => legend.textContent()).toContain("40");
    await chart.hover({ position: { x: 5, y: height / 2 } });
    await expect.poll(() => legend.textContent()).toContain("46");
  });
});
