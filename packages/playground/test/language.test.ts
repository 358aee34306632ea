/** @module-tag long */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { CHROMIUM } from "../../console/test/chromium.ts";
import { findViolations } from "../../console/test/find-violations.ts";
import { watchPage } from "../../console/test/watch-page.ts";
import { openPage } from "./open-page.ts";
import { type Language, readTexts } from "./page-texts.ts";
import { DATA, readPage, showEverything } from "./show-everything.ts";

const LOCALES = { en: "en-GB", zh: "zh-CN" } as const;
const LANGUAGES = ["en", "zh"] as const;
const WIDTHS = [380, 1280] as const;
const COLOUR_SCHEMES = ["light", "dark"] as const;
/** Milliseconds until something has to be there, on a machine that is busy. */
const ACTION_MS = 20_000;

/** What Intl writes, and texts with plural forms. */
const WRITTEN: Readonly<Record<Language, string[]>> = {
  en: ["12 ms", "gas 12,345", "2.5 MB", "1 credit", "3 credits", "+ 1 hour"],
  zh: ["12毫秒", "gas 12,345", "2.5 MB", "1 积分", "3 积分", "+ 1小时"],
};

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** What reaches beyond the edges of the page, and buttons that are too small for their text; runs in the page. */
const FIND_BEYOND = `[...document.querySelectorAll("body *")]
  .filter((node) => node.checkVisibility() && node.closest(".tool-tabs, svg") === null)
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1 ||
    (node.matches("button") && node.scrollWidth > node.clientWidth + 1))
  .map((node) => "does not fit: " + node.outerHTML.slice(0, 120))`;

const langOf = (page: Page): Promise<string | null> => page.locator("html").getAttribute("lang");

let browser: Browser;

async function openContext(language: Language, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, locale: LOCALES[language] });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(ACTION_MS);
  return context;
}

/** Opens a page that must log no error; `refusals` are the answers that the test expects. */
async function open(
  context: BrowserContext,
  { path = "/", refusals = [] }: { path?: string; refusals?: RegExp[] } = {},
): Promise<Page> {
  const page = await context.newPage();
  const faults: string[] = [];
  onTestFinished(() => expect(faults).toEqual([]));
  watchPage(page, refusals, faults);
  await page.goto(path);
  return page;
}

/** Looks whether the page fits in all widths, and as a whole also what axe finds, in both colours. */
async function lookAt(page: Page, isPart: boolean): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 760 });
    const found: unknown = await page.evaluate(FIND_BEYOND);
    faults.push(...(Array.isArray(found) ? found : [found]).map((fault) => `${width}: ${fault}`));
  }
  for (const colorScheme of isPart ? [] : COLOUR_SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const found = await findViolations(page, colorScheme === "light" ? "all" : "colours");
    faults.push(...found.map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}

describe.skipIf(CHROMIUM === undefined)("the language", () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  test.each(LANGUAGES)("is the browser's on the whole page: %s", async (language) => {
    const faults: string[] = [];
    const shown = new Set<string>();
    await showEverything({
      open: async (url) =>
        open(await openContext(language, url), { refusals: [/^(?:404|503) POST /u] }),
      async look(page, isPart = false) {
        for (const text of await readPage(page)) shown.add(text);
        faults.push(...(await lookAt(page, isPart)));
      },
    });
    expect(faults).toEqual([]);
    const texts = await readTexts(language);
    // A key in the place of its text.
    expect([...shown].filter((text) => Object.hasOwn(texts, text))).toEqual([]);
    const own = [...shown].filter((text) => !DATA.has(text) && text !== texts["page.language"]);
    expect(own.filter((text) => isHan(text) === (language === "en"))).toEqual([]);
    expect(own.length).toBeGreaterThan(100);
    // Numbers, times and plural forms.
    expect([...shown]).toEqual(expect.arrayContaining(WRITTEN[language]));
  });

  test("is changed by the switch, and stays", async () => {
    const { url } = await openPage();
    const context = await openContext("en", url);
    const page = await open(context);
    const other = await open(context);
    expect(await langOf(page)).toBe("en");
    await page.locator("#panel-telegram textarea").fill("begun");
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("tab", { name: "钉钉" }).waitFor();
    expect(await langOf(page)).toBe("zh-CN");
    // What a person has begun to write is kept.
    await expect.poll(() => page.locator("#panel-telegram textarea").inputValue()).toBe("begun");
    // The other page of this origin follows.
    await other.getByRole("tab", { name: "钉钉" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("tab", { name: "DingTalk" }).waitFor();
    await other.getByRole("tab", { name: "DingTalk" }).waitFor();
  });

  test("can be changed on a phone too", async () => {
    const { url } = await openPage();
    const context = await openContext("en", url);
    const page = await open(context);
    await page.setViewportSize({ width: 380, height: 760 });
    await page.locator("#language").click();
    await page.getByRole("tab", { name: "钉钉" }).waitFor();
    expect(await page.evaluate(FIND_BEYOND)).toEqual([]);
  });

  test("an empty chat in a low window begins with its first words", async () => {
    const { url } = await openPage();
    const page = await open(await openContext("en", url));
    await page.setViewportSize({ width: 380, height: 330 });
    await page.reload();
    await page.getByText("in a private chat").first().waitFor();
    const chat = "[role=tabpanel]:not([hidden]) .chat";
    const at = `(({ scrollTop, scrollHeight, clientHeight }) =>
      [scrollTop, scrollHeight > clientHeight])(document.querySelector("${chat}"))`;
    await expect.poll(() => page.evaluate(at)).toEqual([0, true]);
  });

  test("is that of the page around it, which has the switch", async () => {
    const { url } = await openPage();
    const context = await openContext("en", url);
    const page = await open(context, { path: "/elsewhere" });
    await page.evaluate(`document.body.innerHTML = '<iframe src="/"></iframe>'`);
    const frame = page.frameLocator("iframe");
    await frame.getByRole("tab", { name: "DingTalk" }).waitFor();
    expect(await frame.locator("#language").isHidden()).toBe(true);
    // As the console keeps it.
    await page.evaluate(`localStorage.setItem("botwright.language", "zh")`);
    await frame.getByRole("tab", { name: "钉钉" }).waitFor();
  });
});
