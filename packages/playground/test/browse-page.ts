import type { ChatPage, PageTools } from "@botwright/playground";
import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { watchPage } from "../../console/test/watch-page.ts";
import { openPage } from "./open-page.ts";

/** Milliseconds until something has to be there, on a machine that is busy. */
const ACTION_MS = 20_000;

interface BrowsedPage {
  readonly page: Page;
  readonly chat: ChatPage;
}

/** Opens the page in a browser, until the end of the test; an error that the page logs fails the test. */
export async function browse(
  browser: Browser,
  options: Parameters<typeof openPage>[0] = {},
): Promise<BrowsedPage> {
  const { url, page: chat } = await openPage(options);
  const context = await browser.newContext({ locale: "en-GB" });
  const faults: string[] = [];
  onTestFinished(async () => {
    await context.close();
    expect(faults).toEqual([]);
  });
  context.setDefaultTimeout(ACTION_MS);
  const page = await context.newPage();
  watchPage(page, [], faults);
  await page.goto(url);
  await page.locator("#panel-telegram .suggestions").waitFor();
  return { page, chat };
}

/** Opens the page in a browser, with one of its tools. */
export async function openTool(
  browser: Browser,
  name: keyof PageTools,
  tools: PageTools,
): Promise<BrowsedPage> {
  const { page, chat } = await browse(browser, { tools });
  if (!(await page.locator("#tools").isVisible())) {
    await page.locator("#panel-telegram .open-tools").click();
  }
  await page.locator(`#tool-tab-${name}`).click();
  return { page, chat };
}
