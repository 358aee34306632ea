/** @module-tag long */
import { describe, expect } from "vitest";
import { test as base, hasChromium, LOCALES, texts } from "./browser.ts";
import { startConsoleHost } from "./console-host.ts";
import { createStrangersChats } from "./strangers-chats.ts";

const LANGUAGES = { "en-GB": "en", "zh-CN": "zh-CN" } as const;

/** `test` with a host that has simulated chats. */
const test = base.extend("host", { scope: "file" }, async ({ dist }, { onCleanup }) => {
  const opened = new AsyncDisposableStack();
  onCleanup(() => opened.disposeAsync());
  return opened.use(
    await startConsoleHost(dist, (simulators) => opened.use(createStrangersChats(simulators))),
  );
});

describe.skipIf(!hasChromium)("the simulated chats", () => {
  test.for(LOCALES)("are in the console's language: %s", async (locale, { open }) => {
    const page = await open(undefined, "/", { locale });
    const other = locale === "en-GB" ? "zh-CN" : "en-GB";
    const button = page.getByRole("button", { name: texts(locale)("app.language") });
    await button.waitFor();
    const chats = await page.context().newPage();
    await chats.goto("/playground/");
    const html = chats.locator("html");
    const tab = chats.locator("#tab-dingtalk .title");
    for (const now of [locale, other] as const) {
      await expect.poll(() => tab.textContent()).toBe(texts(now)("platform.dingtalk"));
      expect(await html.getAttribute("lang")).toBe(LANGUAGES[now]);
      if (now === locale) await button.click();
    }
  });
});
