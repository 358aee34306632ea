/** @module-tag long */
import { describe, expect, vi } from "vitest";
import { hasChromium, test } from "./browser.ts";
import { findViolations } from "./find-violations.ts";
import { install, publishWeather } from "./weather.ts";

/** A plugin of a version that may do something, and says which it is. */
const notes = (version: string, permissions: string): string =>
  `export const meta = { slug: "notes", name: "Notes", version: "${version}", permissions: ${permissions} };
   export async function handler({ bot, msg }) {
     await bot.reply(msg, "notes of ${version}");
     return { handled: true };
   }`;

describe.skipIf(!hasChromium)("a bot's plugins", () => {
  test.beforeAll(({ host }) => publishWeather(host));

  test("a plugin is set, moved and uninstalled", async ({ host, open }) => {
    const dan = await host.createPerson("dan");
    const { bot } = await host.domains.bots.bind(dan.id, {
      platform: "dingtalk",
      credentials: host.simulators.dingtalk.credentials,
    });
    const plugins = () => host.domains.installations.list(dan.id, bot.id);
    const weather = await install(host, dan.id, bot.id, "weather");
    const page = await open(dan, `/bots/${bot.id}?plugin=${weather}`);
    await page.getByLabel("City").fill("Lyon");
    await page.getByLabel("Token").fill("secret");
    await page.getByLabel("Days").fill("5");
    await page.getByLabel("Say the wind").check();
    await page.getByLabel("Words").fill("two\nlines");
    await page.getByLabel("Unit").selectOption("Fahrenheit");
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByText("The settings are saved").waitFor();
    expect(await plugins()).toMatchObject([
      {
        config: { city: "Lyon", days: 5, wind: true, words: "two\nlines", unit: "f" },
        passwords: ["token"],
      },
    ]);
    await expect.poll(() => page.getByLabel("Token", { exact: true }).inputValue()).toBe("");
    await page.getByLabel("Remove the value of Token").waitFor();
    await page.getByLabel("Priority", { exact: true }).fill("1001");
    await page.getByRole("button", { name: "Save" }).nth(1).click();
    expect(await plugins()).toMatchObject([{ has_own_priority: false }]);
    await page.getByLabel("Credits per day").fill("10");
    await page.getByRole("button", { name: "Save" }).nth(2).click();
    await page.getByText("The limits are saved").waitFor();
    expect(await host.domains.credits.state(dan.id)).toMatchObject({
      limits: [{ plugin_slug: "weather", period: "day", credits: 10 }],
    });
    await page.getByRole("button", { name: "Settings of Weather" }).click();

    // A second plugin, with a trigger that the first one declares as well.
    const menu = (await host.domains.library.search({ text: "menu" })).items.find(
      ({ slug }) => slug !== "weather",
    );
    if (menu === undefined) throw new Error("the library has no menu");
    await install(host, dan.id, bot.id, menu.slug);
    await page.goto(`/bots/${bot.id}`);
    await page.getByText("“menu” is declared by").first().waitFor();
    await page.getByLabel("Who answers this text?").fill("menu");
    await page.keyboard.press("Enter");
    await page.getByText(`${menu.name} answers.`).waitFor();
    expect(await findViolations(page)).toEqual([]);

    const order = async () => (await plugins()).map(({ slug }) => slug);
    expect(await order()).toEqual([menu.slug, "weather"]);
    const handle = page.getByRole("button", { name: "Move Weather" });
    await handle.focus();
    await page.keyboard.press("ArrowUp");
    await expect.poll(order).toEqual(["weather", menu.slug]);
    await page.getByText("Weather is now at place 1 of 2").waitFor();
    // The handle keeps the focus, for the next press.
    await page.keyboard.press("ArrowDown");
    await expect.poll(order).toEqual([menu.slug, "weather"]);
    await handle.hover();
    await page.mouse.down();
    await page.locator("[data-row='0']").hover();
    await page.mouse.up();
    await expect.poll(order).toEqual(["weather", menu.slug]);

    // It shows the change once the host has made it, which `uncheck` would not wait for.
    await page.getByLabel("Weather is on").click();
    await expect.poll(async () => (await plugins())[0]?.enabled).toBe(false);
    await page.reload();
    expect(await page.getByLabel("Weather is on").isChecked()).toBe(false);
    expect(await page.getByLabel("Who answers this text?").inputValue()).toBe("menu");
    await page.getByRole("button", { name: "Settings of Weather" }).click();
    await page.getByRole("button", { name: "Uninstall" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Uninstall" }).click();
    await expect.poll(order).toEqual([menu.slug]);
  });

  test("a version that waits runs after its owner has allowed what it may do", async ({
    host,
    open,
  }) => {
    const eva = await host.createPerson("eva");
    const { bot } = await host.domains.bots.bind(eva.id, {
      platform: "feishu",
      credentials: host.simulators.feishu.credentials,
    });
    const { publication, installations, messages } = host.domains;
    const { id, sha256 } = await publication.submit(eva.id, {
      slug: "notes",
      name: "Notes",
      code: notes("1.0.0", "{}"),
    });
    await publication.approve(id, eva.id, { sha256 });
    const plugin = await install(host, eva.id, bot.id, "notes");
    await host.simulators.feishu.say({ from: "ou_1", text: "my notes" });
    await vi.waitFor(async () => {
      expect((await messages.list(eva.id)).items).toMatchObject([{ state: "done" }]);
    });
    const updated = await publication.update(eva.id, id, {
      code: notes("2.0.0", "{ search: true }"),
    });
    await publication.approve(id, eva.id, updated);
    const page = await open(eva, `/bots/${bot.id}?plugin=${plugin}`);
    await page.getByText("May now: searches the web").waitFor();
    expect(await findViolations(page)).toEqual([]);
    // What it would do otherwise, on what the bot has recorded; nothing is sent.
    await page.getByRole("button", { name: "Run on recorded messages" }).click();
    await page.getByText("other answers").waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(host.simulators.feishu.sent()).toHaveLength(1);
    await page.getByRole("button", { name: "Allow and update" }).click();
    await page.getByText("Notes is updated").waitFor();
    expect(await installations.list(eva.id, bot.id)).toMatchObject([
      { version: "2.0.0", waiting: null },
    ]);
    await page.getByRole("button", { name: "Go back to version 1.0.0" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Nothing beside answering", { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Go back to version 1.0.0" }).click();
    await page.getByText("Notes is version 1.0.0 again").waitFor();
    expect(await installations.list(eva.id, bot.id)).toMatchObject([
      { version: "1.0.0", waiting: { version: "2.0.0" } },
    ]);
    await page.getByRole("button", { name: /^Go back/u }).waitFor({ state: "detached" });
    // The focus is at what is possible now, not at the button that uninstalls.
    await page.locator("h3:focus", { hasText: "Version 2.0.0 is in the library" }).waitFor();
    await page.goto("/library/notes");
    await page.getByText("May now: searches the web").waitFor();
    // A version that asks for no more has nothing to allow: it comes by itself, and again after a way back.
    for (const version of ["3.0.0", "4.0.0"]) {
      const next = await publication.update(eva.id, id, { code: notes(version, "{}") });
      await publication.approve(id, eva.id, next);
    }
    expect(await installations.list(eva.id, bot.id)).toMatchObject([{ version: "4.0.0" }]);
    await page.goto(`/bots/${bot.id}?plugin=${plugin}`);
    await page.getByRole("button", { name: "Go back to version 3.0.0" }).click();
    await dialog.getByRole("button", { name: "Go back to version 3.0.0" }).click();
    await page.getByText("This bot stays at version 3.0.0 until you update it.").waitFor();
    expect(await page.getByText("It runs only after you allow").count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Update to version 4.0.0" }).click();
    await page.getByText("Notes is updated").waitFor();
    expect(await installations.list(eva.id, bot.id)).toMatchObject([
      { version: "4.0.0", waiting: null },
    ]);
  });
});
