/** @module-tag long */
import { describe, expect } from "vitest";
import { hasChromium, test } from "./browser.ts";
import type { ConsoleHost, Person } from "./console-host.ts";
import { findViolations } from "./find-violations.ts";
import { hasFocus } from "./keyboard.ts";

const CODE = `export const meta = {
  slug: "echo",
  triggers: ["echo"],
  permissions: { hosts: ["example.org"] },
  config_schema: [
    { key: "prefix", label: "Prefix", type: "text", default: "you said" },
    { key: "token", label: "Token", type: "password" },
  ],
};
export async function handler({ bot, msg, config, storage }) {
  if (!msg.text.startsWith("echo")) return { handled: false };
  await storage.set("last", msg.text);
  await bot.reply(msg, config.prefix + " " + msg.text.slice(5) + " on " + bot.platform);
  return { handled: true };
}`;

/** A user whose bot of Feishu has the plugin, with settings of its own. */
async function fill(host: ConsoleHost): Promise<Person> {
  const { domains, simulators } = host;
  const owner = await host.createPerson("owner");
  const { bot } = await domains.bots.bind(owner.id, {
    platform: "feishu",
    credentials: { ...simulators.feishu.credentials },
  });
  const { id, sha256 } = await domains.publication.submit(owner.id, {
    slug: "echo",
    name: "Echo",
    code: CODE,
  });
  await domains.publication.approve(id, owner.id, { sha256 });
  const plugin = await domains.library.get("echo");
  await domains.installations.install(owner.id, bot.id, {
    plugin_id: plugin.id,
    version_id: plugin.version_id,
    config: { prefix: "I heard", token: "s3cret" },
  });
  return owner;
}

describe.skipIf(!hasChromium)("playground", () => {
  let owner: Person;
  test.beforeAll(async ({ host }) => {
    owner = await fill(host);
  });

  test("a message opens there with its text, plugin, platform and settings, and nothing is sent", async ({
    host,
    open,
  }) => {
    const { simulators, domains } = host;
    await simulators.feishu.say({ from: "ou_1", text: "echo hello" });
    await simulators.feishu.waitForSent(1);
    const page = await open(owner, "/messages");
    await page.getByRole("link", { name: /echo hello/u }).click();
    await page.getByRole("link", { name: "Open in playground" }).click();
    await expect.poll(() => page.getByLabel("Platform").inputValue()).toBe("feishu");
    expect(await page.getByLabel("Plugin").inputValue()).toBe("echo");
    expect(await page.getByLabel("Message").inputValue()).toBe("echo hello");
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".answer", { hasText: "I heard hello on feishu" }).waitFor();
    await page.getByLabel("Message").fill("echo again");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".answer", { hasText: "I heard again on feishu" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    // What is chosen stands in the address.
    await page.getByLabel("Platform").selectOption("telegram");
    await page.reload();
    await expect.poll(() => page.getByLabel("Platform").inputValue()).toBe("telegram");
    expect(simulators.feishu.sent()).toHaveLength(1);
    const stored = await domains.accountStorage.overview(owner.id);
    expect(stored.plugins).toMatchObject([{ plugin_slug: "echo", keys: 1 }]);
  });

  test("a plugin of the library is tried before it is installed", async ({ open }) => {
    const page = await open(owner, "/library/echo");
    await page.getByRole("link", { name: "Try it" }).click();
    await page.getByLabel("Message").fill("echo one");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".answer", { hasText: "you said one on telegram" }).waitFor();
  });

  test("a conversation that is started over does not come back with a late answer", async ({
    open,
  }) => {
    const page = await open(owner, "/try?plugin=echo");
    const message = page.getByLabel("Message");
    const send = page.getByRole("button", { name: "Send" });
    const startOver = page.getByRole("button", { name: "Start over" });
    const answers = page.locator(".answer");
    await message.fill("echo one");
    await send.click();
    await answers.waitFor();
    const isLeft = Promise.withResolvers<void>();
    await page.route(/\/trial$/u, async (route) => {
      await isLeft.promise;
      await route.continue();
    });
    await message.fill("echo two");
    await send.click();
    await startOver.press("Enter");
    await answers.waitFor({ state: "detached" });
    expect(await hasFocus(startOver)).toBe(true);
    isLeft.resolve();
    // The answer is there.
    await page.locator("button[type=submit]:not([aria-disabled=true])").waitFor();
    expect(await answers.count()).toBe(0);
    await message.fill("echo three");
    await send.click();
    await page.locator(".answer", { hasText: "three" }).waitFor();
    expect(await answers.count()).toBe(1);
  });

  test("without simulated chats it says so, and plugins can be tried", async ({ open }) => {
    const page = await open(owner, "/try");
    await page.getByText("This host has no simulated chats", { exact: false }).waitFor();
    await page.getByLabel("Plugin").selectOption("echo");
    await page.getByLabel("Message").waitFor();
    expect(await findViolations(page)).toEqual([]);
  });
});
