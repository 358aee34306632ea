/** @module-tag long */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasChromium, LOCALES, test, texts } from "./browser.ts";
import { findViolations } from "./find-violations.ts";

/** Answers the question that a button asks, and looks at it as a screen reader would. */
async function answer(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

describe.skipIf(!hasChromium)("roles", () => {
  test.for(LOCALES)(
    "are given and taken away, and open pages follow, in %s",
    async (locale, { host, open }) => {
      const t = texts(locale);
      const name = `ann-${locale.toLowerCase()}`;
      const ann = await host.createPerson(name);
      const reviewer = await host.createPerson(`reviewer-${name}`, "admin");
      const annsPage = await open(ann, "/bots", { locale });
      const page = await open(reviewer, `/admin?tab=users&text=%23${ann.id}`, { locale });
      const entry = annsPage.getByRole("link", { name: t("nav.admin") });
      await page.getByRole("cell", { name: t("admin.users.role.user"), exact: true }).waitFor();
      await annsPage.getByRole("link", { name: t("nav.bots"), exact: true }).waitFor();
      expect(await entry.count()).toBe(0);
      await answer(page, t("admin.users.promote"));
      await page.getByRole("cell", { name: t("admin.users.role.admin"), exact: true }).waitFor();
      await entry.waitFor();
      await answer(page, t("admin.users.demote"));
      await page.getByRole("cell", { name: t("admin.users.role.user"), exact: true }).waitFor();
      await entry.waitFor({ state: "detached" });
    },
  );

  test.for(LOCALES)("all buttons of a user are in sight, in %s", async (locale, { host, open }) => {
    const reviewer = await host.createPerson(`wide-${locale.toLowerCase()}`, "admin");
    const viewport = { width: 1280, height: 800 };
    const page = await open(reviewer, "/admin?tab=users", { locale, viewport });
    const table = page.getByRole("region", { name: texts(locale)("admin.tab.users") });
    await table.getByRole("row").nth(1).waitFor();
    const widths = await table.evaluate(({ scrollWidth, clientWidth }) => [
      scrollWidth,
      clientWidth,
    ]);
    expect(widths[0]).toBe(widths[1]);
  });

  test("an administrator gives up the own role, and the administration is gone", async ({
    host,
    open,
  }) => {
    const t = texts("en-GB");
    const leaver = await host.createPerson("leaver", "admin");
    const page = await open(leaver, `/admin?tab=users&text=%23${leaver.id}`);
    await answer(page, t("admin.users.demote"));
    await page.getByRole("link", { name: t("nav.admin") }).waitFor({ state: "detached" });
    expect(await host.domains.users.find(leaver.id)).toMatchObject({ role: "user" });
  });
});
