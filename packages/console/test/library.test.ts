/** @module-tag long */
import { describe, expect } from "vitest";
import { hasChromium, test } from "./browser.ts";
import { findViolations } from "./find-violations.ts";
import { publishWeather } from "./weather.ts";

describe.skipIf(!hasChromium)("library", () => {
  test.beforeAll(({ host }) => publishWeather(host));

  test("a plugin is found, read and installed", async ({ host, open }) => {
    const dan = await host.createPerson("dan");
    const { bot } = await host.domains.bots.bind(dan.id, {
      platform: "dingtalk",
      credentials: host.simulators.dingtalk.credentials,
    });
    const page = await open(dan, `/bots/${bot.id}`);
    await page.getByRole("link", { name: "Install a plugin" }).click();
    await page.getByLabel("Search").fill("weath");
    await page.waitForURL(/text=weath/u);
    await expect.poll(() => page.getByRole("listitem").count()).toBe(1);
    await page.getByLabel("Category").selectOption("game");
    await page.getByText("No plugin fits").waitFor();
    await page.getByLabel("Category").selectOption("utility");
    await page.getByRole("link", { name: "Weather" }).click();

    await page.getByText("exchanges data with api.open-meteo.com").first().waitFor();
    const link = page.getByRole("link", { name: "the service" });
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow ugc");
    expect(await page.getByRole("link", { name: "a trap" }).count()).toBe(0);
    await page.getByText("onerror=").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    // The readme has a title of its own.
    await expect.poll(() => page.title()).toMatch(/Weather · Botwright$/u);
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole("button", { name: "Install" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("uses AI models").waitFor();
    await dialog.getByText("No other plugin of this bot").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Install" }).click();
    await page.waitForURL(/\/bots\/\d+\?plugin=\d+/u);

    const installed = await host.domains.installations.list(dan.id, bot.id);
    expect(installed.map(({ slug }) => slug)).toEqual(["weather"]);
  });

  test("a category that is chosen while the text is typed stays; the link to the library ends the search", async ({
    host,
    open,
  }) => {
    const page = await open(await host.createPerson("gus"), "/library");
    const search = page.getByLabel("Search");
    await page.getByRole("link", { name: "Weather" }).waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await search.fill("weath");
    await page.getByLabel("Category").selectOption("utility");
    await page.clock.runFor(60_000);
    await page.waitForURL(/text=weath/u);
    expect(page.url()).toMatch(/category=utility/u);

    await page.getByRole("link", { name: "Plugins", exact: true }).click();
    await page.waitForURL(/\/library$/u);
    await page.clock.runFor(60_000);
    await expect.poll(() => search.inputValue()).toBe("");
    expect(page.url()).toMatch(/\/library$/u);
  });

  test("a plugin without a bot asks for one", async ({ host, open }) => {
    const page = await open(await host.createPerson("fay"), "/library/weather", {
      locale: "zh-CN",
    });
    await page.getByRole("button", { name: "安装" }).click();
    await page.getByText("请先绑定机器人").waitFor();
    expect(await findViolations(page)).toEqual([]);
  });
});
