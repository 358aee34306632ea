import { describe, expect } from "vitest";
import { hasChromium, test as base } from "./browser.ts";
import { findViolations } from "./find-violations.ts";
import { scrollDown } from "./scroll-down.ts";
import { seedRows } from "./seed-rows.ts";

const ROWS = 10_000;
/** Rows in the page at once: those in sight, some around them, and the short tables beside the list. */
const MOST_DRAWN = 350;

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
  ])(
    "%s scrolls to its last row, and draws those in sight",
    { timeout: 120_000 },
    async (path, { seeded, open }) => {
      const page = await open(seeded.admin, path);
      const { isAtEnd, mostRows } = await scrollDown(page, seeded.lists[path] ?? "");
      expect(isAtEnd).toBe(true);
      expect(mostRows).toBeGreaterThan(20);
      expect(mostRows).toBeLessThan(MOST_DRAWN);
    },
  );

  test("a place in a list is kept by a reload, and by the way back from a row", async ({
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
