/** @module-tag long */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasChromium, test } from "./browser.ts";
import type { ConsoleHost, Person } from "./console-host.ts";

const HOUR_MS = 3_600_000;

describe.skipIf(!hasChromium)("messages at the foot of the page", () => {
  let owner: Person;
  test.beforeAll(async ({ host }: { host: ConsoleHost }) => {
    owner = await host.createPerson("owner");
  });

  test("Undo stays until another page is opened, however many there are", async ({ open }) => {
    const page = await open(owner, "/credits");
    const undo = page.getByRole("button", { name: "Undo" });
    await page.clock.install();
    const plugins = ["ai-chat", "bot-menu", "message-filter", "twenty-four"];
    await removeLimits(page, plugins);
    await page.clock.fastForward(HOUR_MS);
    await undo.nth(plugins.length - 1).waitFor();
    await undo.last().click();
    await page.locator(".limit", { hasText: "twenty-four" }).waitFor();
    // The others stay removed.
    expect(await page.locator(".limit").count()).toBe(1);
    await page.getByRole("link", { name: "Storage" }).click();
    await page.getByRole("heading", { name: "Storage" }).waitFor();
    await expect.poll(() => undo.count()).toBe(0);
  });

  test("what can be undone is closed by a button, and the focus stays in the page", async ({
    open,
  }) => {
    const page = await open(owner, "/credits");
    await removeLimits(page, ["ai-chat"]);
    const toast = page.locator(".toast", { has: page.getByRole("button", { name: "Undo" }) });
    await toast.getByRole("button", { name: "Close" }).press("Enter");
    await toast.waitFor({ state: "detached" });
    await page.locator("#content:focus").waitFor();
  });

  test("a message goes after a while, but not from under the pointer or the focus", async ({
    open,
  }) => {
    const page = await open(owner, "/credits");
    await page.clock.install();
    const save = page.locator("form", { hasText: "Warn me below" }).getByRole("button");
    const toast = page.locator(".toast");
    await save.click();
    await toast.hover();
    await page.clock.fastForward(HOUR_MS);
    await toast.waitFor();
    await toast.getByRole("button").focus();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(HOUR_MS);
    await toast.waitFor();
    await save.focus();
    await page.clock.fastForward(HOUR_MS);
    await toast.waitFor({ state: "detached" });
  });
});

/** Adds a limit and removes it, as often as wanted. */
async function removeLimits(page: Page, plugins: readonly string[]): Promise<void> {
  for (const plugin of plugins) {
    await page.getByRole("button", { name: "Add a limit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Limit", { exact: true }).fill("50");
    await dialog.getByLabel("Plugin").fill(plugin);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  for (const plugin of plugins) {
    const limit = page.locator(".limit", { hasText: plugin });
    await limit.getByRole("button").click();
    await limit.waitFor({ state: "detached" });
  }
}
