/** @module-tag long */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasChromium, type Locale, LOCALES, test, texts } from "./browser.ts";
import type { ConsoleHost, Person } from "./console-host.ts";
import { fillEveryPage } from "./every-page-content.ts";
import { findViolations } from "./find-violations.ts";
import { follow } from "./follow.ts";

/** Addresses of each page of `src/pages/index.ts`: all of its parts, with something in them. */
const ADDRESSES = {
  "/bots": ["/bots"],
  "/bots/new": ["/bots/new", "/bots/new?platform=feishu", "/bots/new?platform=wechat"],
  "/bots/:id": ["/bots/{bot}?plugin={plugin}&text=weather", "/bots/{bot}?part=settings"],
  "/library": ["/library"],
  "/library/:slug": ["/library/weather"],
  "/messages": ["/messages"],
  "/messages/:id": ["/messages/{message}"],
  "/storage": ["/storage", "/storage?plugin=weather"],
  "/credits": ["/credits"],
  "/credentials": ["/credentials"],
  "/developer": ["/developer"],
  "/developer/new": ["/developer/new"],
  "/developer/:id": [
    "/developer/{plugin}",
    "/developer/{plugin}?tab=changes",
    "/developer/{plugin}?tab=versions",
  ],
  "/try": ["/try"],
  "/admin": [
    "/admin",
    "/admin?tab=users",
    "/admin?tab=models",
    "/admin?tab=search",
    "/admin?tab=usage",
    "/admin?tab=health",
  ],
  "/admin/reviews/:id": ["/admin/reviews/{plugin}"],
  "/account": ["/account"],
} as const;

/** All addresses in parts of a few seconds each. */
const PARTS: readonly (readonly string[])[] = [0, 1, 2, 3].map((part) =>
  [...Object.values(ADDRESSES).flat(), "/nowhere"].filter((_address, place) => place % 4 === part),
);

/** Each page is looked at in all of these ways, in both languages. */
const WIDTHS = [1280, 380] as const;
const COLOUR_SCHEMES = ["light", "dark"] as const;

/** What reaches beyond the edges; runs in the page. */
const FIND_BEYOND = `[
  ...(document.scrollingElement.scrollWidth > innerWidth ? [document.documentElement] : []),
  ...document.querySelectorAll("nav a, nav button"),
].filter((element) => element.getBoundingClientRect().right > innerWidth || element.scrollWidth > innerWidth)
  .map((element) => "beyond the edge: " + element.outerHTML.slice(0, 80))`;

/** Looks at a page that is loaded, in all ways, and says what is wrong. */
async function lookAt(page: Page, locale: Locale): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of COLOUR_SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const isFirst = colorScheme === COLOUR_SCHEMES[0];
      const found = await findViolations(page, isFirst ? "all" : "colours");
      const beyond: unknown = isFirst ? await page.evaluate(FIND_BEYOND) : [];
      if (Array.isArray(beyond)) found.push(...beyond.map(String));
      const look = `${new URL(page.url()).pathname} ${locale} ${width} ${colorScheme}`;
      faults.push(...found.map((fault) => `${look}: ${fault}`));
    }
  }
  return faults;
}

/** Changes the language without loading the page again. */
async function chooseLanguage(page: Page, locale: Locale): Promise<void> {
  const other = LOCALES.find((one) => one !== locale) ?? locale;
  // The button has the name of the language that is not shown.
  const button = page.getByRole("button", { name: texts(other)("app.language"), exact: true });
  if ((await button.count()) > 0) await button.click();
}

/** Waits until nothing loads. */
async function settle(page: Page): Promise<void> {
  await page.locator("main h1").waitFor();
  const loading = LOCALES.map((locale) => texts(locale)("app.loading"));
  const shown = page.getByText(new RegExp(loading.join("|"), "u"));
  await expect.poll(() => shown.count()).toBe(0);
}

describe.skipIf(!hasChromium)("every page", () => {
  let admin: Person;
  let values: Readonly<Record<string, string>>;
  test.beforeAll(async ({ host }: { host: ConsoleHost }) => {
    admin = await host.createPerson("admin", "admin");
    values = await fillEveryPage(host, admin);
  });

  test("is in the list of this test", async () => {
    const source = await readFile(new URL("../src/pages/index.ts", import.meta.url), "utf8");
    const paths = [...source.matchAll(/path: "([^"]+)"/gu)].map(([, path]) => path);
    expect(Object.keys(ADDRESSES)).toEqual(paths);
  });

  test.for(PARTS)("reads well to a screen reader and fits: part %#", async (part, { open }) => {
    const page = await open(admin, "/");
    const found: string[] = [];
    for (const address of part) {
      await follow(
        page,
        address.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => values[name] ?? ""),
      );
      await settle(page);
      for (const locale of LOCALES) {
        await chooseLanguage(page, locale);
        await settle(page);
        found.push(...(await lookAt(page, locale)));
      }
    }
    expect(found).toEqual([]);
  });

  test.for([
    ["/account", "account.thisSession"],
    ["/admin?tab=users", "admin.users.resetLink"],
    ["/storage?plugin=weather", "storage.delete"],
    ["/admin?tab=models", "admin.edit"],
    ["/admin?tab=models", "admin.delete"],
  ] as const)("on a phone, what rows of %s can do is in sight", async ([path, text], { open }) => {
    const page = await open(admin, path, { viewport: { width: 380, height: 800 } });
    const shown = page.locator("td").getByText(texts("en-GB")(text), { exact: true });
    await shown.first().waitFor();
    for (const one of await shown.all()) {
      const box = await one.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 1000)).toBeLessThanOrEqual(380);
    }
  });

  test("on a phone, rows of tables are as wide as the page", async ({ open }) => {
    const page = await open(admin, "/admin?tab=users", { viewport: { width: 380, height: 800 } });
    const row = page.locator("tbody tr").first();
    await row.waitFor();
    const region = await page.locator(".scroll").boundingBox();
    expect((await row.boundingBox())?.width).toBe(region?.width);
  });

  test("also what is there no more reads well to a screen reader", async ({ open, refusals }) => {
    refusals.push(/^404 GET /u);
    const page = await open(admin, "/");
    const found: string[] = [];
    for (const address of [
      "/bots/999999",
      "/library/none",
      "/developer/999999",
      "/admin/reviews/999999",
    ]) {
      await page.goto(address);
      await page.locator("main .notice.error, main .empty").first().waitFor();
      found.push(...(await findViolations(page)).map((fault) => `${address}: ${fault}`));
    }
    expect(found).toEqual([]);
  });

  test("on the narrowest phone, no word of a row breaks, and what is cut is cut within the page", async ({
    open,
  }) => {
    const viewport = { width: 320, height: 700 };
    const page = await open(admin, `/bots/${values["bot"] ?? ""}`, { viewport });
    await page.locator(".plugin-line .choice").first().waitFor();
    const lines = await page.evaluate(`(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(".plugin-line .choice").lastChild);
      return range.getClientRects().length;
    })()`);
    expect(lines).toBe(1);
    await follow(page, "/storage?plugin=weather");
    const value = page.locator("td.clip").first();
    await value.waitFor();
    const box = await value.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 1000)).toBeLessThanOrEqual(320);
  });

  test("words of the table of users do not break within", async ({ open }) => {
    const page = await open(admin, "/admin?tab=users");
    await page
      .getByRole("cell", { name: texts("en-GB")("admin.users.role.admin") })
      .first()
      .waitFor();
    const lines = await page.evaluate(`Math.max(
      ...[...document.querySelectorAll("td:nth-child(3)")].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      }),
    )`);
    expect(lines).toBe(1);
  });

  test.for(LOCALES)("so do the ways in, in %s", async (locale, { open }) => {
    const t = texts(locale);
    const page = await open(undefined, "/reset-password?token=x", { locale });
    await page.getByRole("heading", { level: 1 }).waitFor();
    const found = await lookAt(page, locale);
    await page.goto("/verify-email?token=x");
    await page.getByRole("heading", { level: 1 }).waitFor();
    found.push(...(await lookAt(page, locale)));
    await page.goto("/");
    for (const name of [t("login.forgotten"), t("login.toLogin"), t("login.toSignUp")]) {
      const button = page.getByRole("button", { name });
      await button.waitFor();
      found.push(...(await lookAt(page, locale)));
      await button.click();
    }
    found.push(...(await lookAt(page, locale)));
    expect(found).toEqual([]);
  });
});
