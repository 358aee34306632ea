/** @module-tag long */
import { describe, expect } from "vitest";
import { hasChromium, LOCALES, test, texts } from "./browser.ts";
import type { ConsoleHost, Person } from "./console-host.ts";
import { findViolations } from "./find-violations.ts";
import { install } from "./weather.ts";

/** Plugins in the order in which they run. */
const PLUGINS = {
  reporter: `await fetch("https://example.org/");`,
  broken: `throw new Error("no such city");`,
  counter: `
    const count = await storage.update("count", (count) => (count ?? 0) + 1);
    if (msg.text === "half") { await bot.reply(msg, "the first half"); throw new Error("no more"); }
    if (!msg.text.startsWith("count")) return { handled: false };
    const { text } = await aiService.callModel({ model: "any", messages: [{ role: "user", content: "hi" }] });
    await bot.reply(msg, "count " + count + " " + text);
    return { handled: true };`,
  last: `return { handled: false };`,
};

/** A bot with these plugins, whose counter has counted to 6. */
async function prepare({ domains, simulators }: ConsoleHost, owner: Person): Promise<number> {
  const { publication, bots, accountStorage } = domains;
  const { bot } = await bots.bind(owner.id, {
    platform: "telegram",
    credentials: { token: simulators.telegram.credentials.token },
  });
  for (const [place, [slug, body]] of Object.entries(PLUGINS).entries()) {
    const code = `export const meta = { priority: ${place + 1}, permissions: { ai: true, hosts: ["example.org"] } };
      export async function handler({ bot, msg, storage, aiService }) { ${body} return { handled: false }; }`;
    const { id, sha256 } = await publication.submit(owner.id, { slug, name: `The ${slug}`, code });
    await publication.approve(id, owner.id, { sha256 });
  }
  await accountStorage.add(owner.id, { plugin_slug: "counter", key: "count", json: "6" });
  return bot.id;
}

describe.skipIf(!hasChromium)("who answers a text", () => {
  test("the plugins run on it, and each step is shown; nothing is sent or stored", async ({
    host,
    open,
    refusals,
  }) => {
    const owner = await host.createPerson("ida");
    const bot = await prepare(host, owner);
    const installed: number[] = [];
    for (const slug of Object.keys(PLUGINS)) {
      installed.push(await install(host, owner.id, bot, slug));
    }
    const [last = 0] = installed.slice(-1);
    refusals.push(/^429 POST .*\/dry-run$/u);
    for (const locale of LOCALES) {
      await host.domains.installations.change(owner.id, bot, last, { enabled: true });
      const t = texts(locale);
      const page = await open(owner, `/bots/${bot}?text=count+me`, { locale });
      const field = page.getByLabel(t("installed.who"));
      const steps = page.locator(".turns > li");
      expect(await field.inputValue()).toBe("count me");
      await field.focus();
      await page.keyboard.press("Enter");
      await page.getByText(t("installed.whoWinner", { name: "The counter" })).waitFor();
      const shown = await steps.allInnerTexts();
      expect(shown).toHaveLength(4);
      expect(shown[0]).toContain(t("installed.whoNetwork"));
      expect(shown[1]).toContain("no such city");
      expect(shown[2]).toContain(t("installed.whoHandled"));
      // Each time the same: the count of the run before is not stored.
      expect(shown[2]).toContain("count 7 [trial] hi");
      expect(shown[3]).toContain(t("installed.whoState.not_reached"));
      await page.getByText(t("installed.whoHint")).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.setViewportSize({ width: 380, height: 800 });
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")).toBe(true);

      await field.fill("half");
      await page.getByRole("button", { name: t("installed.whoRun") }).click();
      await page.getByText(t("installed.whoBroke", { name: "The counter" })).waitFor();
      await field.fill("else");
      await page.keyboard.press("Enter");
      await page.getByText(t("installed.whoNobody")).waitFor();
      expect(await steps.last().innerText()).toContain(t("installed.whoPassed"));
      expect(new URL(page.url()).searchParams.get("text")).toBe("else");

      await page.getByLabel(t("installed.enable", { name: "The last" })).click();
      await page.getByText(t("installed.whoChanged")).waitFor();

      await page.route("**/dry-run", (route) =>
        route.fulfill({ status: 429, json: { error: "busy", code: "TRIALS_BUSY" } }),
      );
      await field.focus();
      await page.keyboard.press("Enter");
      expect(await page.getByRole("alert").innerText()).toBe(t("error.TRIALS_BUSY"));
    }
    expect(host.simulators.telegram.sent()).toEqual([]);
    const stored = await host.domains.accountStorage.list(owner.id, {
      plugin_slug: "counter",
      limit: 10,
    });
    expect(stored).toMatchObject([{ key: "count", preview: "6" }]);
  });
});
