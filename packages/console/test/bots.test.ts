import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ConsoleUnderTest,
  hasChromium,
  openConsoleUnderTest,
  PASSWORD,
  violationsOf,
} from "./bots-browser.ts";

/** A plugin with all six types of settings. */
const SETTINGS = `
export const meta = {
  slug: "weather", name: "Weather", description: "Says the weather", icon: "⛅", version: "1.0.0",
  category: "utility", triggers: ["weather", "menu"], priority: 60,
  permissions: { hosts: ["api.open-meteo.com"], ai: true },
  config_schema: [
    { key: "city", label: "City", type: "text", default: "Paris" },
    { key: "token", label: "Token", type: "password" },
    { key: "days", label: "Days", type: "number", default: 3 },
    { key: "wind", label: "Say the wind", type: "boolean", default: false },
    { key: "words", label: "Words", type: "textarea" },
    { key: "unit", label: "Unit", type: "select", default: "c",
      options: [{ value: "c", label: "Celsius" }, { value: "f", label: "Fahrenheit" }] },
  ],
};
export async function handler(ctx) { return false; }
`;

/** A plugin of a version that may do something. */
const notes = (version: string, permissions: string): string =>
  `export const meta = { slug: "notes", name: "Notes", version: "${version}", permissions: ${permissions} };
   export async function handler(ctx) { return false; }`;

/** A text that would run if it became HTML. */
const trap = (place: string): string =>
  `<img src=x onerror="owned=1">${place}<script>owned=1</script>`;

const TRAPS = `
export const meta = {
  slug: "trap", name: ${JSON.stringify(trap("name"))}, description: ${JSON.stringify(trap("description"))},
  triggers: [${JSON.stringify(trap("trigger"))}],
  config_schema: [
    { key: "__proto__x", label: ${JSON.stringify(trap("label"))}, type: "text",
      placeholder: ${JSON.stringify(trap("placeholder"))} },
    { key: "choice", label: "Choice", type: "select",
      options: [{ value: "a", label: ${JSON.stringify(trap("option"))} }] },
  ],
};
export async function handler(ctx) { return false; }
`;

const README = `# How to use

Write **weather**, or \`weather Paris\`:

- [the service](https://open-meteo.com/en)
- [a trap](javascript:document.title='owned')
- <img src=x onerror="document.title='owned'">

![picture](https://example.org/a.png)
`;

describe.skipIf(!hasChromium)(
  `the console's bots and plugins${hasChromium ? "" : ": no chromium here"}`,
  () => {
    let host: ConsoleUnderTest;
    beforeAll(async () => {
      host = await openConsoleUnderTest();
      const author = await host.domains.users.create({
        name: "Author",
        email: "author@example.org",
        password: PASSWORD,
      });
      const { id } = await host.domains.publication.submit(author.id, {
        slug: "weather",
        name: "Weather",
        code: SETTINGS,
        readme: README,
      });
      await host.domains.publication.approve(id, author.id);
    });
    afterAll(() => host[Symbol.asyncDispose]());

    test("a bot is bound after its connection was tested, and is paused, renamed, and unbound", async () => {
      const { page, errors, userId } = await host.open("ann");
      await page.goto("/bots");
      await page.getByText("You have no bots yet").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("link", { name: "Bind a bot" }).click();
      await page.getByRole("link", { name: "Telegram" }).click();
      const token = host.simulators.telegram.credentials.token;
      await page.getByLabel("Token").fill(`${token.split(":")[0]}:${"x".repeat(35)}`);
      const bind = page.getByRole("button", { name: "Test the connection and bind" });
      await bind.click();
      const error = page.getByRole("alert");
      await error.waitFor();
      expect(await error.textContent()).not.toMatch(/HTTP|undefined/u);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByLabel("Token").fill(token);
      await page.getByRole("textbox", { name: "Name" }).fill("My bot");
      await bind.click();
      await page.getByRole("heading", { name: "My bot is bound" }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
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
      expect(await violationsOf(page)).toEqual([]);
      await page.getByLabel("Token").fill(token);
      await bind.click();
      await page.getByRole("heading", { name: "Other name is bound" }).waitFor();

      await page.getByRole("button", { name: "Unbind" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      expect(await host.domains.bots.list(userId)).toHaveLength(1);
      await page.getByRole("button", { name: "Unbind" }).click();
      await dialog.getByRole("button", { name: "Unbind" }).click();
      await page.getByText("You have no bots yet").waitFor();
      expect(await host.domains.bots.list(userId)).toEqual([]);
      expect(errors).toEqual([]);
    });

    test("the values that the host makes for a callback are shown once", async () => {
      const { page, userId } = await host.open("cleo");
      const { corp_id, agent_id, secret } = host.simulators.wecom.credentials;
      await page.goto("/bots/new?platform=wecom");
      await page.getByLabel("Corp ID").fill(corp_id);
      await page.getByLabel("AgentId").fill(agent_id);
      await page.getByLabel("Secret").fill(secret);
      await page.getByRole("button", { name: "Test the connection and bind" }).click();
      await page.getByText("they are not shown again").waitFor();
      const [bot] = await host.domains.bots.list(userId);
      expect(await page.getByLabel("Callback address", { exact: true }).inputValue()).toBe(
        bot?.callback_url,
      );
      expect(await page.getByLabel("EncodingAESKey", { exact: true }).inputValue()).toMatch(
        /^[A-Za-z0-9]{43}$/u,
      );
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("link", { name: "Choose its plugins" }).click();
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByLabel("Callback address", { exact: true }).waitFor();
      expect(await page.getByText("they are not shown again").count()).toBe(0);
    });

    test("a login by QR code is followed as the phone goes on, over a reload too", async () => {
      const { page } = await host.open("bea");
      const phone = host.simulators.wechat;
      await page.goto("/bots/new?platform=wechat");
      await page.getByRole("button", { name: "Show a QR code" }).click();
      const code = page.getByRole("img", { name: "QR code to scan" });
      await code.waitFor();
      expect(await code.locator("path").getAttribute("d")).toMatch(/^M/u);
      expect(await violationsOf(page)).toEqual([]);
      phone.expire();
      await page.getByText("Code 2").waitFor();
      await page.reload();
      await code.waitFor();
      phone.scan({ verifyCode: "123456" });
      await page.getByLabel("Digits").fill("654321");
      await page.getByRole("button", { name: "Send the digits" }).click();
      await page.getByText("Those digits were wrong").waitFor();
      await page.getByLabel("Digits").fill("123456");
      await page.getByRole("button", { name: "Send the digits" }).click();
      await page.getByText("Confirm on the phone").waitFor();
      phone.confirm();
      await page.getByText("the bot is bound").waitFor();
      await page.getByRole("link", { name: "Choose its plugins" }).click();
      await page.getByText("connected", { exact: true }).waitFor();
    });

    test("a plugin is found, read, installed, set, moved and uninstalled", async () => {
      const { page, userId, errors } = await host.open("dan");
      const { bot } = await host.domains.bots.bind(userId, {
        platform: "dingtalk",
        credentials: host.simulators.dingtalk.credentials,
      });
      const plugins = () => host.domains.installations.list(userId, bot.id);
      await page.goto(`/bots/${bot.id}`);
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
      expect(await page.title()).toBe("Botwright");
      expect(await violationsOf(page)).toEqual([]);

      await page.getByRole("button", { name: "Install" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("uses AI models").waitFor();
      await dialog.getByText("No other plugin of this bot").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Install" }).click();
      await page.waitForURL(/\/bots\/\d+\?plugin=\d+/u);

      await page.getByLabel("City").fill("Lyon");
      await page.getByLabel("Token").fill("secret");
      await page.getByLabel("Days").fill("5");
      await page.getByLabel("Say the wind").check();
      await page.getByLabel("Words").fill("two\nlines");
      await page.getByLabel("Unit").selectOption("Fahrenheit");
      expect(await violationsOf(page)).toEqual([]);
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
      await page.getByLabel("Credits in a day").fill("10");
      await page.getByRole("button", { name: "Save" }).nth(2).click();
      await page.getByText("The limits are saved").waitFor();
      expect(await host.domains.credits.state(userId)).toMatchObject({
        limits: [{ plugin_slug: "weather", period: "day", credits: 10 }],
      });
      await page.getByRole("button", { name: "Settings of Weather" }).click();

      // A second plugin, with a trigger that the first one declares as well.
      const { items } = await host.domains.library.search({ text: "menu" });
      const menu = items.find(({ slug }) => slug !== "weather");
      if (menu === undefined) throw new Error("the library has no menu");
      const { id: plugin_id, version_id } = menu;
      await host.domains.installations.install(userId, bot.id, { plugin_id, version_id });
      await page.goto(`/bots/${bot.id}`);
      await page.getByText("“menu” is declared by").first().waitFor();
      await page.getByLabel("Who answers this text?").fill("weather please");
      await page.getByText("Weather answers: its trigger “weather” fits.").waitFor();
      expect(await violationsOf(page)).toEqual([]);

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

      await page.getByLabel("Weather is on").uncheck();
      await expect.poll(async () => (await plugins())[0]?.enabled).toBe(false);
      await page.reload();
      expect(await page.getByLabel("Weather is on").isChecked()).toBe(false);
      expect(await page.getByLabel("Who answers this text?").inputValue()).toBe("weather please");
      await page.getByRole("button", { name: "Settings of Weather" }).click();
      await page.getByRole("button", { name: "Uninstall" }).click();
      await dialog.getByRole("button", { name: "Uninstall" }).click();
      await expect.poll(order).toEqual([menu.slug]);
      expect(errors).toEqual([]);
    });

    test("a version that waits runs after its owner has allowed what it may do", async () => {
      const { page, userId } = await host.open("eva");
      const { bot } = await host.domains.bots.bind(userId, {
        platform: "feishu",
        credentials: host.simulators.feishu.credentials,
      });
      const { publication, installations, library } = host.domains;
      const { id } = await publication.submit(userId, {
        slug: "notes",
        name: "Notes",
        code: notes("1.0.0", "{}"),
      });
      await publication.approve(id, userId);
      const before = await library.get("notes");
      await installations.install(userId, bot.id, {
        plugin_id: before.id,
        version_id: before.version_id,
      });
      await publication.update(userId, id, {
        code: notes("2.0.0", "{ search: true }"),
      });
      await publication.approve(id, userId);
      await page.goto(`/bots/${bot.id}?plugin=${before.id}`);
      await page.getByText("May now: searches the web").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Allow and update" }).click();
      await page.getByText("Notes is updated").waitFor();
      expect(await installations.list(userId, bot.id)).toMatchObject([
        { version: "2.0.0", waiting: null },
      ]);
      await page.goto("/library/notes");
      await page.getByText("May now: searches the web").waitFor();
    });

    test("what strangers have written is text, wherever it is shown", async () => {
      const { page, userId, errors } = await host.open("gil");
      const { bot } = await host.domains.bots.bind(userId, {
        platform: "telegram",
        name: trap("bot"),
        credentials: host.simulators.telegram.credentials,
      });
      const { publication, library, installations } = host.domains;
      const { id } = await publication.submit(userId, {
        slug: "trap",
        name: trap("name"),
        code: TRAPS,
        readme: `# ${trap("readme")}\n\n[x](data:text/html,<script>owned=1</script>) | ${trap("cell")}`,
        repository_url: 'https://example.org/?"><script>owned=1</script>',
      });
      await publication.approve(id, userId);
      const plugin = await library.get("trap");
      const { id: plugin_id, version_id } = plugin;
      await installations.install(userId, bot.id, { plugin_id, version_id });
      const answer = await page.goto("/bots");
      expect(answer?.headers()["content-security-policy"]).not.toContain("unsafe");
      await page.getByText(trap("bot")).waitFor();
      const seen = {
        "/library?text=trap": ["name", "description"],
        "/library/trap": ["name", "description", "trigger", "label", "readme"],
        [`/bots/${bot.id}?plugin=${plugin_id}`]: ["bot", "label", "name", "description"],
        [`/bots/${bot.id}?text=${encodeURIComponent(trap("trigger"))}`]: ["trigger", "name"],
        [`/bots/${bot.id}?part=settings`]: ["bot"],
      };
      for (const [path, words] of Object.entries(seen)) {
        await page.goto(path);
        for (const word of words) await page.getByText(trap(word)).first().waitFor();
        expect(await page.locator("main script, main iframe, main img, main style").count()).toBe(
          0,
        );
        expect(await page.evaluate("typeof owned")).toBe("undefined");
      }
      expect(errors).toEqual([]);
    });

    test("a plugin without a bot asks for one; the pages fit a phone, in Chinese and in the dark", async () => {
      const { page, errors } = await host.open("fay", {
        locale: "zh-CN",
        colorScheme: "dark",
        viewport: { width: 380, height: 800 },
      });
      for (const path of [
        "/bots",
        "/bots/new",
        "/bots/new?platform=feishu",
        "/library",
        "/account",
      ]) {
        await page.goto(path);
        await page.locator("main h1").waitFor();
        await page.waitForLoadState("networkidle");
        expect(await violationsOf(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(380);
      }
      await page.goto("/library/weather");
      await page.getByRole("button", { name: "安装" }).click();
      await page.getByText("请先绑定机器人").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(errors).toEqual([]);
    });
  },
);
