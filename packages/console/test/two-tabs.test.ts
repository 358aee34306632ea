/** @module-tag long */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasChromium, type Open, test } from "./browser.ts";
import type { Person } from "./console-host.ts";
import { install, publishWeather } from "./weather.ts";

const CODE = "export async function handler() { return { handled: false }; }";

/** Opens a page in two tabs of one browser. */
async function openTwice(open: Open, person: Person, path: string): Promise<[Page, Page]> {
  const first = await open(person, path);
  const second = await first.context().newPage();
  await second.goto(path);
  await second.locator("#content h1").waitFor();
  return [first, second];
}

describe.skipIf(!hasChromium)("two tabs agree without a reload", () => {
  test("on bots and their plugins", async ({ host, open }) => {
    const ann = await host.createPerson("ann");
    const { bot } = await host.domains.bots.bind(ann.id, {
      platform: "telegram",
      name: "Annie",
      credentials: { ...host.simulators.telegram.credentials },
    });
    const [one, two] = await openTwice(open, ann, "/bots");
    await two.getByText("connected", { exact: true }).waitFor();
    await one.getByRole("button", { name: "Pause Annie" }).click();
    await two.getByText("paused", { exact: true }).waitFor();
    await two.getByRole("button", { name: "Resume Annie" }).click();
    await one.getByText("connected", { exact: true }).waitFor();

    for (const page of [one, two]) await page.getByRole("link", { name: "Annie" }).click();
    await one.getByText("This bot has no plugins", { exact: false }).waitFor();
    await publishWeather(host);
    await install(host, ann.id, bot.id, "weather");
    for (const page of [one, two]) await page.getByRole("heading", { name: "Weather" }).waitFor();
    await one.getByRole("checkbox", { name: /Weather/u }).click();
    await expect
      .poll(() => two.getByRole("checkbox", { name: /Weather/u }).isChecked())
      .toBe(false);

    await two.getByRole("button", { name: "Settings of Weather" }).click();
    const perMonth = two.getByLabel("Credits per month");
    await perMonth.waitFor();
    const limit = { pluginSlug: "weather", period: "month", credits: 9 } as const;
    await host.domains.credits.setLimits(ann.id, [limit]);
    await expect.poll(() => perMonth.inputValue()).toBe("9");
  });

  test("on messages", async ({ host, open }) => {
    const [ann] = (await host.domains.users.list({ limit: 10, text: "ann@" })) ?? [];
    if (ann === undefined) throw new Error("the user is not there");
    const [one, two] = await openTwice(open, ann, "/messages");
    await host.simulators.telegram.say({ from: "1001", text: "hello both" });
    for (const page of [one, two]) {
      await page.getByRole("link", { name: /hello both/u }).waitFor();
    }
    // The tab that had the connection goes: the other one takes it over.
    await two.close();
    await host.simulators.telegram.say({ from: "1001", text: "hello one" });
    await one.getByRole("link", { name: /hello one/u }).waitFor();
  });

  test("on credits and credentials", async ({ host, open }) => {
    const bob = await host.createPerson("bob");
    const [one, two] = await openTwice(open, bob, "/credits");
    const gift = { userId: bob.id, actorId: bob.id, credits: 777, key: "gift" };
    await host.domains.credits.topUp({ ...gift, note: "A gift" });
    for (const page of [one, two]) {
      await page.getByText("A gift").waitFor();
      await expect.poll(() => page.locator(".figure").textContent()).toBe("777");
    }
    for (const page of [one, two]) await page.goto("/credentials");
    await two.getByText("No credentials yet.").waitFor();
    await host.domains.credentials.add(bob.id, {
      platform: "feishu",
      name: "Shop",
      credentials: { app_id: "cli_1", app_secret: "secret" },
    });
    for (const page of [one, two]) await page.getByText("app_id: cli_1").waitFor();
  });

  test("on what plugins have stored", async ({ host, open }) => {
    const kim = await host.createPerson("kim");
    const { accountStorage } = host.domains;
    const value = { plugin_slug: "notebook", key: "list", json: '["milk"]' };
    const { id } = await accountStorage.add(kim.id, value);
    const [one, two] = await openTwice(open, kim, "/storage?plugin=notebook");
    for (const page of [one, two]) await page.getByText('["milk"]').waitFor();
    await accountStorage.change(kim.id, id, { json: '["eggs"]' });
    for (const page of [one, two]) await page.getByText('["eggs"]').waitFor();
    await accountStorage.add(kim.id, { ...value, plugin_slug: "counter" });
    for (const page of [one, two]) await page.getByRole("link", { name: /counter/u }).waitFor();
  });

  test("on what administrators see of users, models and settings", async ({ host, open }) => {
    const admin = await host.createPerson("keeper", "admin");
    const { configuration } = host.domains;
    const { modelProviders, models } = configuration;

    const users = await openTwice(open, admin, "/admin?tab=users&text=of-two");
    for (const page of users) await page.getByText("Nobody has this name").waitFor();
    const { id } = await host.createPerson("of-two");
    for (const page of users) await page.getByText("of-two@example.org").waitFor();
    await host.domains.users.ban(id, "spam");
    for (const page of users) await page.getByText("banned: spam").waitFor();

    const tabs = await openTwice(open, admin, "/admin?tab=models");
    const address = "https://two.example.com/v1";
    await modelProviders.create({ name: "of-two", base_url: address });
    for (const page of tabs) await page.getByRole("cell", { name: address }).waitFor();
    await models.create({ model_name: "large-two", provider: "of-two", provider_model: "large" });
    for (const page of tabs) await page.getByRole("cell", { name: "large-two" }).waitFor();
    const images = tabs.map((page) => page.getByLabel("Free images", { exact: false }));
    await images[0]?.fill("7");
    await tabs[0].getByRole("button", { name: "Save" }).click();
    for (const field of images) await expect.poll(() => field.inputValue()).toBe("7");
    await images[1]?.fill("8");
    await tabs[1].getByRole("button", { name: "Save" }).click();
    for (const field of images) await expect.poll(() => field.inputValue()).toBe("8");

    for (const page of tabs) await page.goto("/admin?tab=search");
    const engine = {
      type: "searxng",
      name: "of-two-engine",
      base_url: "https://two.example.com",
    } as const;
    await configuration.changeSettings({ search_providers: [engine] });
    for (const page of tabs) await page.getByRole("cell", { name: "of-two-engine" }).waitFor();
  });

  test("on the library", async ({ host, open }) => {
    const reader = await host.createPerson("reader");
    const [list, plugin] = await openTwice(open, reader, "/library?text=weather");
    await list.getByRole("link", { name: "Weather" }).waitFor();
    await plugin.getByRole("link", { name: "Weather" }).click();
    await plugin.getByRole("button", { name: "Install" }).waitFor();
    const author = await host.createPerson("author-of-rain");
    const { publication } = host.domains;
    const { id, sha256 } = await publication.submit(author.id, {
      slug: "rain",
      name: "Rain",
      description: "weather",
      code: CODE,
    });
    await publication.approve(id, author.id, { sha256 });
    await list.getByRole("link", { name: "Rain" }).waitFor();
    await publication.update(author.id, id, { readme: "It **rains**" });
    await list.getByRole("link", { name: "Rain" }).click();
    await list.getByText("It rains").waitFor();
    await list.goBack();
    await list.getByRole("link", { name: "Rain" }).waitFor();
    await publication.takeDown(id, author.id, "spam");
    await expect.poll(() => list.getByRole("link", { name: "Rain" }).count()).toBe(0);
  });

  test("on the language", async ({ host, open }) => {
    const lin = await host.createPerson("lin");
    const [one, two] = await openTwice(open, lin, "/credits");
    await one.getByRole("button", { name: "中文" }).click();
    for (const page of [one, two]) await page.getByRole("heading", { name: "积分" }).waitFor();
    await two.getByRole("button", { name: "English" }).click();
    for (const page of [one, two]) await page.getByRole("button", { name: "Log out" }).waitFor();
  });

  test("on the reviewers' queue and the author's own plugins", async ({ host, open }) => {
    const admin = await host.createPerson("reviewer", "admin");
    const eve = await host.createPerson("eve");
    const [one, two] = await openTwice(open, admin, "/admin?tab=reviews");
    const own = await open(eve, "/developer");
    await own.getByText("You have no plugins yet", { exact: false }).waitFor();
    const plugin = { slug: "of-eve", name: "Of Eve", code: CODE };
    const { id } = await host.domains.publication.submit(eve.id, plugin);
    for (const page of [one, two]) await page.getByRole("link", { name: "of-eve" }).waitFor();
    await own.getByRole("cell", { name: "waiting for review" }).waitFor();
    await one.getByRole("link", { name: "of-eve" }).click();
    await one.getByRole("button", { name: "Approve" }).click();
    await two.getByText("No version waits for a review.").waitFor();
    await own.getByRole("cell", { name: "published" }).waitFor();
    expect(await host.domains.publication.mine(eve.id)).toMatchObject([
      { id, status: "published" },
    ]);
  });

  test("on the end of a session: by a log out, by a ban", async ({ host, open, refusals }) => {
    // The stream of a page whose session has ended.
    refusals.push(/^401 GET .*\/api\//u);
    const out = await host.createPerson("out");
    const [one, two] = await openTwice(open, out, "/credits");
    await one.getByRole("button", { name: "Log out" }).click();
    for (const page of [one, two]) await page.getByRole("heading", { name: "Log in" }).waitFor();

    const bad = await host.createPerson("bad");
    const tabs = await openTwice(open, bad, "/library");
    await host.domains.users.ban(bad.id, "spam");
    for (const page of tabs) await page.getByRole("heading", { name: "Log in" }).waitFor();
  });
});
