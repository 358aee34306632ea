/** @module-tag long */
import { describe, expect } from "vitest";
import { hasChromium, test as base } from "./browser.ts";
import { findViolations } from "./find-violations.ts";
import { scrollDown } from "./scroll-down.ts";
import { seedRows } from "./seed-rows.ts";

const ROWS = 10_000;
/** Rows that a list loads first. */
const FIRST_PART = 500;
/** Rows in the page at once: those in sight, some around them, and the short tables beside the list. */
const MAX_DRAWN = 350;

const test = base.extend("seeded", { scope: "file" }, async ({ host }) => {
  const admin = await host.createPerson("many", "admin");
  return { admin, ...(await seedRows(host, admin, ROWS)) };
});

describe.skipIf(!hasChromium)("lists of 10,000 rows", () => {
  test.for([
    "/messages",
    "/credits",
    "/admin?tab=users",
    "/admin?tab=search",
    "/storage?plugin=notebook",
    "/developer",
    "/admin?tab=reviews",
    "/library",
  ])(
    "%s scrolls to its last row, and draws those in sight",
    { timeout: 300_000 },
    async (path, { seeded, open }) => {
      const page = await open(seeded.admin, path);
      const { isAtEnd, maxRows } = await scrollDown(page, seeded.lists[path] ?? "");
      expect(isAtEnd).toBe(true);
      expect(maxRows).toBeGreaterThan(20);
      expect(maxRows).toBeLessThan(MAX_DRAWN);
    },
  );

  test("a list has its place again after a reload, and on the way back from a row", async ({
    seeded,
    open,
  }) => {
    const page = await open(seeded.admin, "/messages");
    await page.getByRole("link", { name: /text 9999 /u }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await scrollDown(page, "text 9601", 500);
    const far = page.getByRole("link", { name: /text 9601 /u });
    const placeOf = async () => (await far.boundingBox())?.y ?? Number.NaN;
    await page.reload();
    await far.waitFor();
    await expect.poll(placeOf).toBeLessThan(1000);
    await far.click();
    await page.getByRole("heading", { name: /Message \d/u }).waitFor();
    await page.goBack();
    await far.waitFor();
    await expect.poll(placeOf).toBeLessThan(1000);
  });

  test("so is one among the cards of the library", async ({ seeded, open }) => {
    const page = await open(seeded.admin, "/library?order=new");
    await page.getByRole("link", { name: "published-10000", exact: true }).waitFor();
    await scrollDown(page, "published-9401", 500);
    const far = page.getByRole("link", { name: "published-9401", exact: true });
    const placeOf = async () => (await far.boundingBox())?.y ?? Number.NaN;
    await page.reload();
    await far.waitFor();
    await expect.poll(placeOf).toBeLessThan(1000);
    expect(
      await page.getByRole("listitem").filter({ has: far }).getAttribute("aria-posinset"),
    ).toBe("600");
    expect(await findViolations(page)).toEqual([]);
    await far.click();
    await page.getByRole("heading", { name: "published-9401" }).waitFor();
    await page.goBack();
    await far.waitFor();
    await expect.poll(placeOf).toBeLessThan(1000);
  });

  test.for([
    "/admin?tab=users",
    "/admin?tab=search",
    "/storage?plugin=notebook",
    "/admin?tab=reviews",
  ])("a reload finds the place in %s", async (path, { seeded, open }) => {
    const page = await open(seeded.admin, path);
    const rows = page.locator("main tr[aria-rowindex]");
    await rows.first().waitFor();
    const lastSeen = async (): Promise<number> =>
      Number(await rows.last().getAttribute("aria-rowindex"));
    const firstSeen = async (): Promise<number> =>
      Number(await rows.first().getAttribute("aria-rowindex"));
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 3000);
        return lastSeen();
      })
      .toBeGreaterThan(2 * FIRST_PART - 100);
    await page.reload();
    await expect.poll(firstSeen).toBeGreaterThan(FIRST_PART);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Bots", exact: true }).click();
    await page.waitForURL(/\/bots$/u);
    await page.goBack();
    await expect.poll(firstSeen).toBeGreaterThan(FIRST_PART);
  });

  test(
    "the trial offers all plugins of the library",
    { timeout: 120_000 },
    async ({ seeded, open }) => {
      const page = await open(seeded.admin, "/try");
      const choice = page.getByLabel("Plugin", { exact: true });
      await expect.poll(() => choice.locator("option").count()).toBeGreaterThan(ROWS);
      await choice.selectOption("published-1");
      await page.waitForURL(/plugin=published-1$/u);
    },
  );

  test("rows say where they are, for those who do not see the scroll bar", async ({
    seeded,
    open,
  }) => {
    const page = await open(seeded.admin, "/admin?tab=users");
    const table = page.getByRole("table");
    await expect.poll(() => table.getAttribute("aria-rowcount")).toBe("-1");
    await scrollDown(page, seeded.lists["/admin?tab=users"] ?? "");
    // With its head, and the administrators.
    const count = Number(await table.getAttribute("aria-rowcount"));
    expect(count).toBe(ROWS + 3);
    const last = page.getByRole("row", { name: "admin@localhost.localdomain" });
    expect(await last.getAttribute("aria-rowindex")).toBe(String(count));
    expect(await findViolations(page)).toEqual([]);
  });
});
