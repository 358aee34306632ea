import type { Locator, Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { hasChromium, type Locale, logIn, test, texts } from "./browser.ts";
import { PASSWORD } from "../../host/test/known-users.ts";
import type { ConsoleHost } from "./console-host.ts";
import { writeCode } from "./write-code.ts";

/** A plugin that asks a model that costs credits; each version answers with its own word. */
const teller = (slug: string, word: string): string => `
export const meta = {
  slug: "${slug}", name: "${slug}", triggers: ["tell"],
  permissions: { hosts: [], ai: true },
  config_schema: [
    { key: "title", label: "Title", type: "text", default: "Teller" },
    { key: "pin", label: "PIN", type: "password" },
  ],
};
export async function handler({ bot, msg, config, aiService }) {
  if (!msg.text.startsWith("tell")) return { handled: false };
  const answer = await aiService.callModel({
    model: "demo-paid", messages: [{ role: "user", content: msg.text }],
  });
  const parts = ["${word}", config.title, config.pin.length + " digits", answer.error ?? "paid"];
  await bot.reply(msg, parts.join(" | "));
  return { handled: true };
}
`;

const REFUSED = `export const meta = { permissions: {} };
export function handler() { return eval("1"); }
`;

/** A person writes to the bot; returns the text of its answer. */
async function ask({ simulators }: ConsoleHost, text: string): Promise<string> {
  const { telegram } = simulators;
  const before = telegram.sent().length;
  await telegram.say({ from: "1001", text });
  await expect.poll(() => telegram.sent().length).toBeGreaterThan(before);
  return telegram.sent().at(-1)?.text ?? "";
}

const LIVES: readonly { locale: Locale; width: number; tags: string[] }[] = [
  { locale: "zh-CN", width: 380, tags: [] },
  { locale: "zh-CN", width: 1280, tags: ["long"] },
  { locale: "en-GB", width: 380, tags: ["long"] },
  { locale: "en-GB", width: 1280, tags: ["long"] },
];

describe.skipIf(!hasChromium)("the whole life of a plugin, by clicks", () => {
  for (const { locale, width, tags } of LIVES) {
    test(`${locale}, ${width} wide`, { tags }, async ({ host, open, refusals }) => {
      const t = texts(locale);
      const slug = `teller-${locale.toLowerCase()}-${width}`;
      const view = { locale, viewport: { width, height: 800 } };
      async function signUp(name: string): Promise<Page> {
        const page = await open(undefined, "/", view);
        await button(page, t("login.toSignUp")).click();
        await page.getByLabel(t("login.name")).fill(name);
        await page.getByLabel(t("login.email")).fill(`${name}@example.org`);
        await page.getByLabel(t("login.password")).fill(PASSWORD);
        await button(page, t("login.create")).click();
        await page.getByText(t("bots.empty")).waitFor();
        return page;
      }

      // An author and an owner sign up; the administrator is there.
      const author = await signUp(`author-${slug}`);
      const owner = await signUp(`owner-${slug}`);
      const admin = await open(undefined, "/admin", view);
      await logIn(admin, await host.createPerson(`admin-${slug}`, "admin"));

      // The owner binds a bot, on a platform that the other lives use too.
      await link(owner, t("bots.bind")).click();
      await link(owner, "Telegram").click();
      await owner.getByLabel("Token").fill(host.simulators.telegram.credentials.token);
      await owner.getByLabel(t("bots.name")).fill("My bot");
      await button(owner, t("bots.test")).click();
      await owner.getByText(t("bots.bound", { name: "My bot" })).waitFor();
      onTestFinished(() => unbindAll(host, `owner-${slug}`));
      await link(owner, t("bots.toPlugins")).click();
      await owner.getByText(t("bots.status.connected"), { exact: true }).waitFor();
      await owner.getByText(t("installed.empty")).waitFor();

      // The author submits what the rules refuse, and mends it.
      await link(author, t("nav.developer")).click();
      await link(author, t("dev.new")).first().click();
      await writeCode(author, t("dev.editor"), REFUSED);
      await author.getByText(t("dev.severity.error")).first().waitFor();
      await author.getByLabel(t("dev.slug")).fill(slug);
      await author.getByLabel(t("dev.name"), { exact: true }).fill(slug);
      refusals.push(/^400 POST .*\/api\/plugins\/submit$/u);
      await button(author, t("dev.submit")).click();
      await author.getByRole("alert").waitFor();
      await writeCode(author, t("dev.editor"), teller(slug, "one"));
      await author.getByText(t("dev.findings.none")).waitFor();
      await button(author, t("dev.submit")).click();
      await author.getByText(t("dev.status.pending")).first().waitFor();

      // The administrator approves it, with its code in view.
      await link(admin, slug).click();
      await admin.getByText(t("admin.review.new")).waitFor();
      await admin.getByText("aiService.callModel", { exact: false }).first().waitFor();
      await button(admin, t("admin.review.approve")).click();
      await admin.getByText(t("admin.review.approved", { slug, version: "1.0.0" })).waitFor();

      // It costs credits: the administrator adds some.
      await link(admin, t("admin.tab.users")).click();
      await admin.getByLabel(t("admin.users.search")).fill(`owner-${slug}`);
      await button(admin, t("admin.users.find")).click();
      await expect.poll(() => admin.getByRole("row").count()).toBe(2);
      await button(admin, t("admin.users.topUp")).click();
      await dialogOf(admin).getByLabel(t("admin.users.credits")).fill("100");
      await button(admin, t("admin.users.topUp")).last().click();
      await dialogOf(admin).waitFor({ state: "hidden" });

      // The owner installs it with a setting and a password.
      await link(owner, t("installed.toLibrary")).click();
      await owner.getByLabel(t("library.search")).fill(slug);
      await link(owner, slug).click();
      await button(owner, t("library.install")).click();
      await dialogOf(owner)
        .getByRole("button", { name: t("library.install") })
        .click();
      await owner.getByLabel("Title").fill("Desk");
      await owner.getByLabel("PIN").fill("1234");
      await button(owner, t("app.save")).first().click();
      await owner.getByText(t("installed.configDone")).waitFor();
      await owner.getByText(t("installed.passwordSet")).waitFor();

      // It answers; its trace says what it did and what that cost.
      expect(await ask(host, "tell me")).toBe("one | Desk | 4 digits | paid");
      await link(owner, t("nav.messages")).click();
      await owner.getByRole("link", { name: /tell me/u }).click();
      const run = owner.locator("details.run", { hasText: slug });
      await run.getByText("aiService.callModel").waitFor();
      await expect.poll(() => run.textContent()).toMatch(costOf(t("messages.credits")));

      // The author changes it, and the administrator sees what changes and how it does on recorded messages.
      await writeCode(author, t("dev.editor"), teller(slug, "two"));
      await author.getByLabel(t("dev.version"), { exact: true }).fill("1.1.0");
      await button(author, t("dev.update")).click();
      await author.getByText(t("dev.updated")).waitFor();
      await link(admin, t("admin.tab.reviews")).click();
      await link(admin, slug).click();
      await admin.getByText(t("admin.review.update", { version: "1.0.0" })).waitFor();
      await admin.locator(".cm-changedLine").first().waitFor();
      await Promise.all([
        // Recorded runs are repeated, which takes long on a busy machine.
        admin.waitForResponse(/\/update-report$/u, { timeout: 60_000 }),
        button(admin, t("report.check")).click(),
      ]);
      await admin.getByText(t("report.sends_otherwise")).waitFor();
      await button(admin, t("admin.review.approve")).click();
      await admin.getByText(t("admin.review.approved", { slug, version: "1.1.0" })).waitFor();
      expect(await ask(host, "tell me more")).toBe("two | Desk | 4 digits | paid");

      // It is rolled back.
      await author.reload();
      await link(author, t("dev.tab.versions")).click();
      await button(author, t("dev.rollBack")).click();
      await dialogOf(author)
        .getByRole("button", { name: t("dev.rollBack") })
        .click();
      await author.getByText(t("dev.rolledBack", { version: "1.0.0" })).waitFor();
      expect(await ask(host, "tell me again")).toBe("one | Desk | 4 digits | paid");

      // It is taken down: its owner sees it, and it answers no more.
      await link(admin, t("nav.library")).click();
      await admin.getByLabel(t("library.search")).fill(slug);
      await link(admin, slug).click();
      // The page may still ask for the plugin's versions when the plugin goes.
      refusals.push(/^404 GET .*\/api\/library\//u);
      await button(admin, t("admin.review.takeDown")).click();
      await dialogOf(admin).getByLabel(t("admin.review.reason")).fill("It tells too much");
      await dialogOf(admin)
        .getByRole("button", { name: t("admin.review.takeDown") })
        .click();
      await admin.getByText(t("admin.review.takenDown", { slug })).waitFor();
      await link(owner, t("nav.bots")).click();
      await link(owner, "My bot").click();
      await owner.getByText(t("installed.unavailable")).waitFor();

      // Its developer is banned: the page that is open there asks for a login at once.
      await link(author, t("nav.developer")).click();
      refusals.push(/^401 GET /u);
      await link(admin, t("nav.admin")).click();
      await link(admin, t("admin.tab.users")).click();
      await admin.getByLabel(t("admin.users.search")).fill(`author-${slug}`);
      await button(admin, t("admin.users.find")).click();
      await expect.poll(() => admin.getByRole("row").count()).toBe(2);
      await button(admin, t("admin.users.ban")).click();
      await dialogOf(admin).getByLabel(t("admin.users.reason")).fill("Once more");
      await dialogOf(admin)
        .getByRole("button", { name: t("admin.users.ban") })
        .click();
      await admin.getByText(t("admin.users.banned", { reason: "Once more" })).waitFor();
      await author.getByRole("heading", { name: t("login.title") }).waitFor();
    });
  }
});

function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

function link(page: Page, name: string): Locator {
  return page.getByRole("link", { name, exact: true });
}

function dialogOf(page: Page): Locator {
  return page.getByRole("dialog");
}

/** `credits: {credits}` with any number. */
function costOf(words: string): RegExp {
  return new RegExp(words.replace("{credits}", "[\\d.,]*[1-9]"), "u");
}

/** The next life binds the same bot. */
async function unbindAll({ domains }: ConsoleHost, name: string): Promise<void> {
  const [user] = await domains.users.list({ text: name, limit: 1 });
  if (user === undefined) return;
  for (const { id } of await domains.bots.list(user.id)) await domains.bots.unbind(user.id, id);
}
