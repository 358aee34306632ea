/** @module-tag long */
import { describe, expect } from "vitest";
import { hasChromium, test } from "./browser.ts";
import { findViolations } from "./find-violations.ts";

describe.skipIf(!hasChromium)("bots", () => {
  test("a bot is bound after its connection was tested, and is paused, renamed, and unbound", async ({
    host,
    open,
    refusals,
  }) => {
    // The wrong token.
    refusals.push(/^400 POST .*\/api\/bots$/u);
    const ann = await host.createPerson("ann");
    const page = await open(ann, "/bots");
    await page.getByText("You have no bots yet").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Bind a bot" }).click();
    await page.getByRole("link", { name: "Telegram" }).click();
    const token = host.simulators.telegram.credentials.token;
    await page.getByLabel("Token").fill(`${token.split(":")[0]}:${"x".repeat(35)}`);
    const bind = page.getByRole("button", { name: "Test the connection and bind" });
    await bind.click();
    const error = page.getByRole("alert");
    await error.waitFor();
    expect(await error.textContent()).not.toMatch(/HTTP|undefined/u);
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel("Token").fill(token);
    await page.getByRole("textbox", { name: "Name" }).fill("My bot");
    await bind.click();
    await page.getByRole("heading", { name: "My bot is bound" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Choose its plugins" }).click();
    await page.getByText("This bot has no plugins").waitFor();

    await page.getByText("connected", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Pause My bot" }).click();
    await page.getByText("paused", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Resume My bot" }).click();
    // Without a reload: the host says when the bot is connected again.
    await page.getByText("connected", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Other name");
    // What was typed stays when the page is drawn again, because the bot has changed.
    await page.getByRole("button", { name: "Pause My bot" }).click();
    await page.getByText("paused", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Resume My bot" }).click();
    await page.getByText("connected", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { name: "Other name" }).waitFor();
    await page.reload();
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Other name");
    expect(await findViolations(page)).toEqual([]);
    const dialog = page.getByRole("dialog");
    const field = page.getByLabel("Token");
    await field.fill(token);
    await bind.click();
    await dialog.getByText("all messages of this bot are deleted", { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    // What was typed stays.
    expect(await field.inputValue()).toBe(token);
    await bind.click();
    await dialog.getByRole("button", { name: "Test the connection and bind" }).click();
    await page.getByRole("heading", { name: "Other name is bound" }).waitFor();

    await page.getByRole("button", { name: "Unbind" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await host.domains.bots.list(ann.id)).toHaveLength(1);
    await page.getByRole("button", { name: "Unbind" }).click();
    // The page may ask for the bot once more while it goes.
    refusals.push(/^404 GET .*\/api\/bots\/\d+/u);
    await dialog.getByRole("button", { name: "Unbind" }).click();
    await page.getByText("You have no bots yet").waitFor();
    expect(await host.domains.bots.list(ann.id)).toEqual([]);
  });
});
