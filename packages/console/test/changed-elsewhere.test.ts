/** @module-tag long */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasChromium, test, texts } from "./browser.ts";
import { findViolations } from "./find-violations.ts";
import { install, publishWeather } from "./weather.ts";
import { writeCode } from "./write-code.ts";

const t = texts("en-GB");

const saying = (word: string): string =>
  `export async function handler({ bot, msg }) {
  await bot.reply(msg, "${word}");
  return { handled: true };
}
`;

const address = (server: string): string => `https://${server}.example.com/v1`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe.skipIf(!hasChromium)("what changes elsewhere while a page is open", () => {
  test("a version that replaces the one under review is shown when the reviewer asks for it", async ({
    host,
    open,
  }) => {
    const { publication, safeUpdate } = host.domains;
    const admin = await host.createPerson("judge", "admin");
    const author = await host.createPerson("judged");
    const plugin = { slug: "judged", name: "Judged", code: saying("one") };
    const { id, sha256 } = await publication.submit(author.id, plugin);
    await publication.approve(id, admin.id, { sha256 });
    await publication.update(author.id, id, { code: saying("two"), version: "1.1.0" });
    const report = { ...(await safeUpdate.review(id)), runs: 77 };
    await host.database.db
      .updateTable("update_report")
      .set({ report: JSON.stringify(report) })
      .execute();
    const page = await open(admin, `/admin/reviews/${id}`);
    const runs = page.getByText("77", { exact: true });
    await page.getByRole("heading", { name: "judged 1.1.0" }).waitFor();
    await runs.waitFor();

    await publication.update(author.id, id, { code: saying("three"), version: "1.2.0" });
    await page.getByText(t("admin.review.gone")).waitFor();
    await page.getByRole("heading", { name: "judged 1.1.0" }).waitFor();
    for (const name of ["admin.review.approve", "admin.review.reject", "report.check"] as const) {
      expect(await button(page, t(name)).count()).toBe(0);
    }
    expect(await runs.count()).toBe(1);
    expect(await findViolations(page)).toEqual([]);

    await button(page, t("admin.review.showWaiting")).click();
    await page.getByRole("heading", { name: "judged 1.2.0" }).waitFor();
    expect(await page.getByText(t("admin.review.gone")).count()).toBe(0);
    expect(await runs.count()).toBe(0);
    await button(page, t("report.check")).click();
    await page.getByText(t("report.runs")).waitFor();
    await button(page, t("admin.review.approve")).click();
    await expect
      .poll(() => publication.mine(author.id))
      .toMatchObject([{ published_version: "1.2.0", status: "published" }]);
  });

  test("ticks in the form of a model stay", async ({ host, open }) => {
    const { models, modelProviders } = host.domains.configuration;
    await modelProviders.create({ name: "ticks", base_url: "https://ticks.example.com/v1" });
    const { id } = await models.create({
      model_name: "ticked",
      provider: "ticks",
      is_free: false,
    });
    const page = await open(await host.createPerson("ticker", "admin"), "/admin?tab=models");
    const row = page.getByRole("row", { name: /^ticked / });
    await row.getByRole("button", { name: t("admin.edit") }).click();
    const dialog = page.getByRole("dialog");
    const isFree = dialog.getByLabel(t("admin.model.isFree"));
    const isEnabled = dialog.getByLabel(t("admin.model.enabled"));
    await isFree.check();
    await isEnabled.uncheck();
    await models.create({ model_name: "another", provider: "ticks" });
    await page.locator("td", { hasText: "another" }).first().waitFor();
    expect(await isFree.isChecked()).toBe(true);
    expect(await isEnabled.isChecked()).toBe(false);
    await dialog.getByRole("button", { name: t("app.save") }).click();
    await dialog.waitFor({ state: "hidden" });
    const saved = (await models.list()).find((model) => model.id === id);
    expect(saved).toMatchObject({ is_free: true, enabled: false });
  });

  test("a free model that gets a price stays free if its form says so", async ({ host, open }) => {
    const { models, modelProviders } = host.domains.configuration;
    await modelProviders.create({ name: "gifts", base_url: address("gifts") });
    const { id } = await models.create({ model_name: "gift", provider: "gifts" });
    const page = await open(await host.createPerson("giver", "admin"), "/admin?tab=models");
    const dialog = page.getByRole("dialog");
    for (const [price, isFree] of [
      ["1", true],
      ["2", false],
    ] as const) {
      await page
        .getByRole("row", { name: /^gift / })
        .getByRole("button", { name: t("admin.edit") })
        .click();
      await dialog.getByLabel(t("admin.model.inputPrice")).fill(price);
      await dialog.getByLabel(t("admin.model.isFree")).setChecked(isFree);
      await dialog.getByRole("button", { name: t("app.save") }).click();
      await dialog.waitFor({ state: "hidden" });
      const saved = (await models.list()).find((model) => model.id === id);
      expect(saved).toMatchObject({ input_price: price, is_free: isFree });
    }
  });

  test("what another administrator changes of a model, a provider and the quotas stays", async ({
    host,
    open,
  }) => {
    const { configuration } = host.domains;
    const { models, modelProviders } = configuration;
    const provider = await modelProviders.create({ name: "shared", base_url: address("shared") });
    const model = { model_name: "priced", provider: "shared", input_price: "0.5" } as const;
    const { id } = await models.create(model);
    const page = await open(await host.createPerson("one", "admin"), "/admin?tab=models");
    const dialog = page.getByRole("dialog");
    const edit = (name: string) =>
      page
        .getByRole("row", { name: new RegExp(`^${name} `, "u") })
        .getByRole("button", { name: t("admin.edit") })
        .click();
    const save = async (): Promise<void> => {
      await dialog.getByRole("button", { name: t("app.save") }).click();
      await dialog.waitFor({ state: "hidden" });
    };
    await edit("priced");
    await models.update(id, { input_price: "2", is_free: true, display_name: "Elsewhere" });
    await modelProviders.create({ name: "a-first", base_url: address("a-first") });
    await modelProviders.update(provider.id, { name: "renamed" });
    await page.getByRole("cell", { name: "renamed" }).first().waitFor();
    await dialog.getByLabel(t("admin.model.outputPrice")).fill("3");
    await save();
    const saved = async () => (await models.list()).find((one) => one.id === id);
    expect(await saved()).toMatchObject({
      display_name: "Elsewhere",
      input_price: "2",
      is_free: true,
      output_price: "3",
      provider: "renamed",
    });

    await page.getByRole("cell", { name: "Elsewhere" }).waitFor();
    await edit("renamed");
    await modelProviders.update(provider.id, { base_url: address("moved") });
    await dialog.getByLabel(t("admin.engine.name")).fill("named-here");
    await save();
    const { base_url, name } =
      (await modelProviders.list()).find((one) => one.id === provider.id) ?? {};
    expect([name, base_url]).toEqual(["named-here", address("moved")]);

    // A key goes to the server for which it was entered.
    await page.getByRole("cell", { name: address("moved") }).waitFor();
    await edit("named-here");
    await modelProviders.update(provider.id, { base_url: address("another") });
    await dialog.getByLabel(t("admin.provider.key")).fill("key-of-moved");
    await save();
    expect(await modelProviders.list()).toContainEqual(
      expect.objectContaining({ id: provider.id, base_url: address("moved"), has_key: true }),
    );

    await page.route(/\/api\/changes/u, (route) => route.abort());
    await page.reload();
    const images = page.getByLabel(t("admin.quota.images"));
    await images.fill("7");
    await configuration.changeSettings({ default_model: "priced" });
    await button(page, t("app.save")).click();
    await page.getByText(t("admin.saved")).waitFor();
    expect(await configuration.settings()).toMatchObject({
      free_images_per_day: 7,
      default_model: "priced",
    });
  });

  test("settings of a plugin that were saved here and then elsewhere are shown, and not taken back", async ({
    host,
    open,
  }) => {
    await publishWeather(host);
    const person = await host.createPerson("settler");
    const { bot } = await host.domains.bots.bind(person.id, {
      platform: "dingtalk",
      credentials: host.simulators.dingtalk.credentials,
    });
    const plugin = await install(host, person.id, bot.id, "weather");
    const page = await open(person, `/bots/${bot.id}?plugin=${plugin}`);
    const city = page.getByLabel("City");
    const wind = page.getByLabel("Say the wind");
    const words = page.getByLabel("Words");
    const unit = page.getByLabel("Unit");
    const save = async (): Promise<void> => {
      const isSaved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
      await button(page, t("app.save")).first().click();
      await isSaved;
    };
    await wind.waitFor();
    // What the host has after the save is not loaded again before others change it.
    const isChanged = Promise.withResolvers<void>();
    await page.route(/\/plugins$/u, async (route) => {
      if (route.request().method() === "GET") await isChanged.promise;
      await route.continue();
    });
    await wind.check();
    await words.fill("here");
    await unit.selectOption("Fahrenheit");
    await save();
    const { config: stored } = await host.database.db
      .selectFrom("installation")
      .select("config")
      .where("bot_id", "=", bot.id)
      .executeTakeFirstOrThrow();
    // The city goes on being the plugin's default.
    expect(JSON.parse(stored)).toEqual({ wind: true, words: "here", unit: "f" });
    const config = { wind: false, words: "elsewhere", unit: "c", days: 7 };
    await host.domains.installations.change(person.id, bot.id, plugin, { config });
    isChanged.resolve();
    await expect.poll(() => page.getByLabel("Days").inputValue()).toBe("7");
    expect(await words.inputValue()).toBe("elsewhere");
    expect(await wind.isChecked()).toBe(false);
    expect(await unit.inputValue()).toBe("0");
    await city.fill("Lyon");
    await save();
    const installed = () => host.domains.installations.list(person.id, bot.id);
    expect(await installed()).toMatchObject([{ config: { ...config, city: "Lyon" } }]);
  });

  test("what this page has not heard of stays: settings, limits and search engines", async ({
    host,
    open,
  }) => {
    const { bots, configuration, credits, installations } = host.domains;
    const person = await host.createPerson("deaf", "admin");
    const { bot } = await bots.bind(person.id, {
      platform: "feishu",
      credentials: host.simulators.feishu.credentials,
    });
    const plugin = await install(host, person.id, bot.id, "weather");
    const page = await open(person, "/credits");
    await page.route(/\/api\/changes/u, (route) => route.abort());
    await page.reload();
    await page.getByText(t("credits.noLimits")).waitFor();
    await credits.setLimits(person.id, [{ pluginSlug: "weather", period: "day", credits: 5 }]);
    await button(page, t("credits.addLimit")).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t("credits.limit"), { exact: true }).fill("100");
    await dialog.getByRole("button", { name: t("app.save") }).click();
    await dialog.waitFor({ state: "hidden" });
    expect((await credits.state(person.id)).limits).toHaveLength(2);

    await page.goto(`/bots/${bot.id}?plugin=${plugin}`);
    await page.getByLabel("City").fill("Lyon");
    await installations.change(person.id, bot.id, plugin, { config: { days: 7 } });
    await button(page, t("app.save")).first().click();
    await page.getByText(t("installed.configDone")).waitFor();
    expect(await installations.list(person.id, bot.id)).toMatchObject([
      { config: { city: "Lyon", days: 7 } },
    ]);

    const perDay = page.getByLabel(t("account.perDay"));
    await expect.poll(() => perDay.inputValue()).toBe("5");
    await credits.setLimits(person.id, [{ pluginSlug: "weather", period: "month", credits: 50 }]);
    await perDay.fill("6");
    await button(page, t("app.save")).last().click();
    await page.getByText(t("account.limitsDone")).waitFor();
    expect((await credits.state(person.id)).limits).toMatchObject([
      { plugin_slug: "weather", period: "day", credits: 6 },
      { plugin_slug: "weather", period: "month", credits: 50 },
    ]);

    await page.goto("/admin?tab=search");
    await button(page, t("admin.engines.add")).waitFor();
    const engine = { type: "duckduckgo", name: "added-elsewhere" } as const;
    const { search_providers: engines } = await configuration.settings();
    await configuration.changeSettings({ search_providers: [...engines, engine] });
    await button(page, t("admin.engines.add")).click();
    await dialog.getByLabel(t("admin.engine.type")).selectOption("duckduckgo");
    await dialog.getByLabel(t("admin.engine.name")).fill("added-here");
    await dialog.getByRole("button", { name: t("admin.add") }).click();
    await dialog.waitFor({ state: "hidden" });
    const { search_providers: all } = await configuration.settings();
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["added-elsewhere", "added-here"]),
    );
  });

  test("an editor without a draft shows the code that was submitted; a draft says that it is older", async ({
    host,
    open,
  }) => {
    const { publication } = host.domains;
    const author = await host.createPerson("twice");
    const plugin = { slug: "twice", name: "Twice", code: saying("one"), version: "1.0.0" };
    const { id } = await publication.submit(author.id, plugin);
    const page = await open(author, `/developer/${id}`);
    const editor = (word: string) => page.locator(".cm-content", { hasText: `"${word}"` });
    const version = page.getByLabel(t("dev.version"), { exact: true });
    const readme = page.getByLabel(t("dev.readme"));
    const [draft, outdated] = [
      page.getByText(t("dev.draft")),
      page.getByText(t("dev.draftOutdated")),
    ];
    await editor("one").waitFor();
    await publication.update(author.id, id, {
      code: saying("two"),
      version: "1.1.0",
      readme: "Second",
    });
    await editor("two").waitFor();
    await expect.poll(() => version.inputValue()).toBe("1.1.0");
    await expect.poll(() => readme.inputValue()).toBe("Second");
    expect(await draft.count()).toBe(0);

    await writeCode(page, t("dev.editor"), saying("draft"));
    await draft.waitFor();
    await publication.update(author.id, id, { code: saying("three"), version: "1.2.0" });
    await outdated.waitFor();
    await editor("draft").waitFor();
    await expect.poll(() => version.inputValue()).toBe("1.2.0");
    expect(await findViolations(page)).toEqual([]);
    await page.reload();
    await outdated.waitFor();
    await button(page, t("dev.discard")).click();
    await editor("three").waitFor();
    await button(page, t("app.undo")).click();
    await editor("draft").waitFor();
    await outdated.waitFor();

    await version.fill("1.3.0");
    await button(page, t("dev.submitAgain")).click();
    await page.getByText(t("dev.updated")).waitFor();
    await outdated.waitFor({ state: "detached" });
    expect(await draft.count()).toBe(0);
    expect(await publication.own(author.id, id)).toMatchObject({
      code: saying("draft"),
      version: "1.3.0",
    });
    await writeCode(page, t("dev.editor"), saying("later"));
    await draft.waitFor();
    expect(await outdated.count()).toBe(0);
  });
});
