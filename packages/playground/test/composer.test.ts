/** @module-tag long */
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM } from "../../console/test/chromium.ts";
import { hasFocus } from "../../console/test/keyboard.ts";
import { browse } from "./browse-page.ts";

let browser: Browser;

describe.skipIf(CHROMIUM === undefined)("a person of the chat page", () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  test("gets back what was said, with what it quotes, when it could not be sent", async () => {
    const { page } = await browse(browser);
    const panel = page.locator("#panel-telegram");
    const text = panel.getByLabel("Message", { exact: true });
    const quoting = panel.locator(".quoting");
    await text.fill("the first");
    await text.press("Enter");
    await panel.getByRole("button", { name: "Quote “the first”" }).click();
    await text.fill("about it");
    await page.route(/\/say$/u, (route) => route.abort());
    await text.press("Enter");
    await panel.getByText("Not sent: the server does not answer").waitFor();
    await expect.poll(() => text.inputValue()).toBe("about it");
    await quoting.getByText("the first").waitFor();

    await page.unroute(/\/say$/u);
    await text.press("Enter");
    await panel.locator(".message blockquote", { hasText: "the first" }).waitFor();
    expect([await text.inputValue(), await quoting.isVisible()]).toEqual(["", false]);
  });

  test("need not be added once the name is asked for", async () => {
    const { page } = await browse(browser, { idOf: (name) => name });
    const people = page.locator("#panel-telegram .people");
    const chosen = people.getByLabel("You are");
    const before = await chosen.inputValue();
    await chosen.selectOption({ label: "Another person …" });
    await people.getByLabel("Name of the person").waitFor();
    await people.getByRole("button", { name: "Cancel" }).click();
    await chosen.waitFor();
    expect([await chosen.inputValue(), await hasFocus(chosen)]).toEqual([before, true]);
  });
});
