/** @module-tag long */
import { type Browser, chromium, type Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM } from "../../console/test/chromium.ts";
import { hasFocus } from "../../console/test/keyboard.ts";
import { openTool } from "./browse-page.ts";
import { createToolHost } from "./tool-host.ts";

let browser: Browser;

const focusGoesTo = (target: Locator) => expect.poll(() => hasFocus(target)).toBe(true);

describe.skipIf(CHROMIUM === undefined)("the lists of the tools", () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  test("storage: what is being written outlives the end of another key; the keyboard stays in the list", async () => {
    const { tools, stored } = createToolHost();
    stored.set("old", { at: 1 });
    const { page, chat } = await openTool(browser, "storage", tools);
    const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
    const value = page.getByLabel("Value");
    await button("Edit votes").press("Enter");
    await focusGoesTo(value);
    await value.fill("12");
    await button("Delete old").press("Enter");
    await button("Delete old").waitFor({ state: "detached" });
    expect(await value.inputValue()).toBe("12");
    await focusGoesTo(button("Add a key"));
    await button("Save").press("Enter");
    await focusGoesTo(button("Edit votes"));
    expect([...stored]).toEqual([["votes", 12]]);

    // A plugin stores something.
    stored.set("news", true);
    chat.notify({ kind: "done", text: { en: "read again", zh: "已重新读取" } });
    await button("Edit news").waitFor();
    await focusGoesTo(button("Edit votes"));
    await button("Add a key").press("Enter");
    await focusGoesTo(page.getByLabel("Key", { exact: true }));
    await page.keyboard.press("Escape");
    await focusGoesTo(button("Add a key"));
  });

  test("answers: an entry that is being written outlives the end of the one before it", async () => {
    const { tools } = createToolHost();
    const answer = { contains: "", fails: false };
    tools.answers?.write({
      models: [
        { ...answer, model: "first", text: "1" },
        { ...answer, model: "second", text: "2" },
      ],
      search: [],
      fetch: [],
    });
    const { page } = await openTool(browser, "answers", tools);
    const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
    await button("Edit second").press("Enter");
    await page.getByLabel("Answer", { exact: true }).fill("two");
    await button("Delete first").press("Enter");
    await button("Delete first").waitFor({ state: "detached" });
    await focusGoesTo(button("Add").first());
    await button("Save").press("Enter");
    await focusGoesTo(button("Edit second"));
    expect(tools.answers?.read()).toMatchObject({
      models: [{ model: "second", text: "two" }],
    });
    await button("Delete second").press("Enter");
    await focusGoesTo(button("Add").first());
  });
});
