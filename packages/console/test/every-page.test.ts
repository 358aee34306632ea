import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasChromium, type Locale, test, texts } from "./browser.ts";
import type { ConsoleHost, Person } from "./console-host.ts";
import { fillEveryPage } from "./every-page-content.ts";
import { findViolations } from "./find-violations.ts";

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

/** Each is looked at in two of four ways, in its language. */
const LOOKS: readonly (readonly [Locale, readonly (readonly [number, "light" | "dark"])[]])[] = [
  [
    "en-GB",
    [
      [1280, "light"],
      [380, "dark"],
    ],
  ],
  [
    "zh-CN",
    [
      [1280, "dark"],
      [380, "light"],
    ],
  ],
];

/** What is wrong with a page as it is now. */
async function faultsOf(page: Page, look: string): Promise<string[]> {
  const faults = await findViolations(page);
  const beyond: unknown = await page.evaluate(`[
    ...(document.scrollingElement.scrollWidth > innerWidth ? [document.documentElement] : []),
    ...document.querySelectorAll("nav a, nav button"),
  ].filter((element) => element.getBoundingClientRect().right > innerWidth || element.scrollWidth > innerWidth)
    .map((element) => "beyond the edge: " + element.outerHTML.slice(0, 80))`);
  if (Array.isArray(beyond)) faults.push(...beyond.map(String));
  return faults.map((fault) => `${new URL(page.url()).pathname} ${look}: ${fault}`);
}

/** Looks at a page that is loaded, in several ways. */
async function lookAt(page: Page, looks: (typeof LOOKS)[number][1]): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    faults.push(...(await faultsOf(page, `${width} ${colorScheme}`)));
  }
  return faults;
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

  test.for(LOOKS)(
    "reads well to a screen reader and fits, in %s",
    async ([locale, looks], { open }) => {
      const t = texts(locale);
      const page = await open(admin, "/", { locale });
      const found: string[] = [];
      for (const address of [...Object.values(ADDRESSES).flat(), "/nowhere"]) {
        await page.goto(
          address.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => values[name] ?? ""),
        );
        await page.locator("main h1").waitFor();
        await expect.poll(() => page.getByText(t("app.loading")).count()).toBe(0);
        found.push(...(await lookAt(page, looks)));
      }
      expect(found).toEqual([]);
    },
  );

  test.for(LOOKS)("so do the ways in, in %s", async ([locale, looks], { open }) => {
    const t = texts(locale);
    const page = await open(undefined, "/reset-password?token=x", { locale });
    const found = await lookAt(page, looks);
    await page.goto("/");
    for (const name of [t("login.forgotten"), t("login.toLogin"), t("login.toSignUp")]) {
      found.push(...(await lookAt(page, looks)));
      await page.getByRole("button", { name }).click();
    }
    found.push(...(await lookAt(page, looks)));
    expect(found).toEqual([]);
  });
});
