/** @module-tag long */
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasChromium, test, texts } from "./browser.ts";
import { PASSWORD } from "../../host/test/known-users.ts";
import { hasFocus, keyboardOf } from "./keyboard.ts";
import { install, publishWeather } from "./weather.ts";

const t = texts("en-GB");

const button = (page: Page, name: string): Locator => page.getByRole("button", { name });
const link = (page: Page, name: string): Locator => page.getByRole("link", { name, exact: true });
const dialogOf = (page: Page): Locator => page.getByRole("dialog");

/** Waits until the page has no window: it removes one a moment after it was closed. */
const closed = (page: Page): Promise<void> => page.locator("dialog").waitFor({ state: "detached" });

/** Waits for the focus, which comes with the page. */
const expectFocus = (target: Locator): Promise<void> =>
  expect.poll(() => hasFocus(target)).toBe(true);

describe.skipIf(!hasChromium)("with the keyboard alone", () => {
  test("a bot is bound and unbound", async ({ host, open, refusals }) => {
    const { email } = await host.createPerson("ann");
    const page = await open(undefined, "/bots");
    const keys = keyboardOf(page);
    await keys.type(page.getByLabel(t("login.email")), email);
    await keys.type(page.getByLabel(t("login.password")), PASSWORD);
    await keys.press("Enter");
    await page.getByText(t("bots.empty")).waitFor();

    // The first stop leads past the navigation.
    await keys.press("Tab");
    await expectFocus(link(page, t("app.skip")));
    await keys.press("Enter");
    await keys.press("Tab");
    await expectFocus(link(page, t("bots.bind")));
    await keys.press("Enter");
    // The next page has the focus, so that the next stop is its first link.
    await page.getByText(t("bots.choose")).waitFor();
    await expectFocus(page.getByRole("main"));
    await keys.enter(link(page, "Telegram"));
    await keys.type(page.getByLabel("Token"), host.simulators.telegram.credentials.token);
    await keys.enter(button(page, t("bots.test")));
    await expectFocus(link(page, t("bots.toPlugins")));
    await keys.press("Enter");
    await expectFocus(page.getByRole("main"));

    await keys.enter(link(page, t("bots.settings")));
    const unbind = button(page, t("bots.unbind"));
    await keys.enter(unbind);
    // The window begins with what does no harm, and gives the focus back.
    await expectFocus(dialogOf(page).getByRole("button", { name: t("app.cancel") }));
    await keys.press("Enter");
    await closed(page);
    await expectFocus(unbind);
    await keys.press("Enter");
    // The page may ask for the bot once more while it goes.
    refusals.push(/^404 GET .*\/api\/bots\/\d+/u);
    await keys.enter(dialogOf(page).getByRole("button", { name: t("bots.unbind") }));
    await page.getByText(t("bots.empty")).waitFor();
    await expectFocus(page.getByRole("main"));
  });

  test("a plugin is installed, set, moved and uninstalled", async ({ host, open }) => {
    await publishWeather(host);
    const dan = await host.createPerson("dan");
    const { bot } = await host.domains.bots.bind(dan.id, {
      platform: "dingtalk",
      credentials: host.simulators.dingtalk.credentials,
    });
    await install(host, dan.id, bot.id, "bot-menu");
    const order = async (): Promise<string[]> =>
      (await host.domains.installations.list(dan.id, bot.id)).map(({ slug }) => slug);
    const page = await open(dan, `/bots/${bot.id}`);
    const keys = keyboardOf(page);
    await keys.enter(link(page, t("installed.toLibrary")));
    await expectFocus(page.getByRole("main"));
    await keys.type(page.getByLabel(t("library.search")), "weather");
    await page.waitForURL(/text=weather/u);
    await keys.enter(link(page, "Weather"));
    await expectFocus(page.getByRole("main"));
    const opener = button(page, t("library.install"));
    await keys.enter(opener);
    const confirm = dialogOf(page).getByRole("button", { name: t("library.install") });
    // Round and round in the window: `tabTo` looks that nothing else has the focus.
    await keys.tabTo(confirm);
    await keys.press("Tab");
    await keys.tabTo(confirm);
    await keys.press("Escape");
    await closed(page);
    await expectFocus(opener);
    await keys.press("Enter");
    await keys.enter(confirm);
    await page.waitForURL(/\/bots\/\d+\?plugin=\d+/u);
    await expectFocus(page.getByRole("main"));

    await keys.type(page.getByLabel("City"), "Lyon");
    await keys.tabTo(page.getByLabel("Say the wind"));
    await keys.press("Space");
    const save = button(page, t("app.save")).first();
    await keys.enter(save);
    await page.getByText(t("installed.configDone")).waitFor();
    await expectFocus(save);
    expect(await host.domains.installations.list(dan.id, bot.id)).toContainEqual(
      expect.objectContaining({ config: expect.objectContaining({ city: "Lyon", wind: true }) }),
    );

    const before = await order();
    const handle = page.getByRole("button", { name: "Move Weather" });
    await keys.tabTo(handle);
    await keys.press(before[0] === "weather" ? "ArrowDown" : "ArrowUp");
    await expect.poll(order).toEqual(before.toReversed());
    await expectFocus(handle);

    const uninstall = button(page, t("installed.uninstall"));
    await keys.enter(uninstall);
    await keys.enter(dialogOf(page).getByRole("button", { name: t("installed.uninstall") }));
    await expect.poll(order).toEqual(["bot-menu"]);
    // Its row is gone: the one that is left has the focus.
    await expectFocus(page.locator("[data-row='0'] :focus"));
  });

  test("versions are reviewed: approved and rejected", async ({ host, open }) => {
    const author = await host.createPerson("writer");
    for (const slug of ["first", "second"]) {
      const code = `export const meta = { slug: "${slug}", permissions: {} };
        export async function handler() { return { handled: false }; }`;
      await host.domains.publication.submit(author.id, { slug, name: slug, code });
    }
    const page = await open(await host.createPerson("admin", "admin"), "/admin");
    const keys = keyboardOf(page);
    await keys.enter(link(page, "first"));
    await expectFocus(page.getByRole("main"));
    await keys.enter(button(page, t("admin.review.approve")));
    await page.getByText(t("admin.review.approved", { slug: "first", version: "1.0.0" })).waitFor();
    await expectFocus(page.getByRole("main"));
    await keys.enter(link(page, "second"));
    // The code can be read and left again.
    await keys.tabTo(page.getByRole("textbox", { name: t("admin.review.code") }));
    await keys.enter(button(page, t("admin.review.reject")));
    await expectFocus(page.getByLabel(t("admin.review.reason")));
    await page.keyboard.type("Say what it is for");
    await keys.press("Enter");
    await page.getByText(t("admin.reviews.none")).waitFor();
    await expectFocus(page.getByRole("main"));

    // A window that closes after its act gives the focus back to what has opened it.
    await keys.enter(link(page, t("admin.tab.users")));
    const opener = button(page, t("admin.users.create"));
    await keys.enter(opener);
    await expectFocus(page.getByLabel(t("login.name")));
    await page.keyboard.type("eve");
    await keys.type(page.getByLabel(t("login.email")), "eve@example.org");
    await keys.type(page.getByLabel(t("login.password")), PASSWORD);
    await keys.press("Enter");
    await closed(page);
    await expectFocus(opener);
  });
});
