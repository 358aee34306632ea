import type { Page } from "playwright-core";
import { LOCALES, texts } from "./browser.ts";

/**
 * Opens another page of the console as a link within it does: to load all of it takes several times longer.
 * What was shown before it is the page of no address, whose title no other has.
 */
export async function follow(page: Page, address: string): Promise<void> {
  const titles = LOCALES.map((locale) => texts(locale)("app.notFound"));
  const none = page.locator("main h1", { hasText: new RegExp(titles.join("|"), "u") });
  await page.evaluate(goTo("/nowhere"));
  await none.waitFor();
  if (address === "/nowhere") return;
  await page.evaluate(goTo(address));
  await none.waitFor({ state: "detached" });
}

function goTo(address: string): string {
  return `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`;
}
