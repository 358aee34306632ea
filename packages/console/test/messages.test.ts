/** @module-tag long */
import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { hasChromium, test } from "./browser.ts";
import type { ConsoleHost, Person } from "./console-host.ts";
import { findViolations } from "./find-violations.ts";
import { seedMessages } from "./seed-rows.ts";
import { install } from "./weather.ts";

/** Plugins that do what a console has to show. */
const PLUGINS = {
  boom: `export const meta = { slug: "boom", triggers: ["boom"], permissions: { hosts: [] } };
export async function handler({ msg }) {
  if (msg.text !== "boom") return { handled: false };
  console.warn("about to fail", "<img src=x onerror=alert(1)>");
  const nothing = undefined;
  return nothing.length;
}`,
  asker: `export const meta = { slug: "asker", triggers: ["ask"], permissions: { hosts: [], ai: true } };
export async function handler({ bot, msg, aiService }) {
  if (!msg.text.startsWith("ask")) return { handled: false };
  const answer = await aiService.callModel({
    model: "demo-paid",
    messages: [{ role: "user", content: msg.text }],
  });
  await bot.reply(msg, answer.text);
  return { handled: true };
}`,
  bold: `export const meta = { slug: "bold", triggers: ["bold"], permissions: { hosts: [] } };
export async function handler({ bot, msg }) {
  if (msg.text !== "bold") return { handled: false };
  await bot.reply(msg, "It is **bold**.");
  await bot.sendText(msg.from, "It has **stars**.");
  return { handled: true };
}`,
};

describe.skipIf(!hasChromium)("messages", () => {
  let owner: Person;
  test.beforeAll(async ({ host }) => {
    owner = await host.createPerson("owner");
    await fill(host, owner);
  });

  /** Says something, and waits until it was handled. */
  async function say({ simulators, domains }: ConsoleHost, text: string): Promise<void> {
    await simulators.telegram.say({ from: "1001", text });
    await expect
      .poll(async () => {
        const { items } = await domains.messages.list(owner.id);
        return items[0]?.text === text && items[0]?.state;
      })
      .toBe("done");
  }

  test("a message appears while the list is open, and its trace says what it did and cost", async ({
    host,
    open,
  }) => {
    const page = await open(owner, "/messages");
    await page.getByText("No messages yet.").waitFor();
    await say(host, "ask how are you?");
    await page.getByRole("link", { name: /ask how are you\?/u }).click();
    const run = page.locator("details.run", { hasText: "asker" });
    await run.getByText("aiService.callModel").click();
    await expect.poll(() => run.textContent()).toMatch(/credits: \d/u);
    await run.getByText("demo-paid").first().waitFor();
    await run.getByText("bot.reply").click();
    await run.getByText("Receipt of the platform").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      run.getByRole("button", { name: "Download record" }).click(),
    ]);
    await run.getByRole("button", { name: "Rerun" }).click();
    await page.getByText("does the same.", { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();
    expect(file.suggestedFilename()).toMatch(/^asker-\d+\.json$/u);
    expect(await findViolations(page)).toEqual([]);
  });

  test("answers stand there as the person saw them", async ({ host, open }) => {
    await say(host, "bold");
    const page = await open(owner, "/messages");
    await page.getByRole("link", { name: /bold/u }).first().click();
    const run = page.locator("details.run", { hasText: "bold" });
    await run.getByText("It is bold.", { exact: true }).waitFor();
    await run.getByText("It has **stars**.", { exact: true }).waitFor();
  });

  test("an error shows its line of source and what was logged before, as text", async ({
    host,
    open,
  }) => {
    await say(host, "boom");
    const page = await open(owner, "/messages?text=BOOM");
    await page.getByRole("link", { name: /boom/u }).click();
    await page.getByText("return nothing.length", { exact: false }).waitFor();
    await page.getByRole("listitem").getByText("<img src=x onerror=alert(1)>").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
  });

  test("filters stand in the address, and a reload keeps them", async ({ host, open }) => {
    await say(host, "note milk");
    const page = await open(owner, "/messages");
    await page.getByLabel("Plugin").fill("notebook");
    await page.getByRole("link", { name: /note milk/u }).waitFor();
    await expect
      .poll(() => page.getByRole("listitem").count())
      .toBe((await host.domains.messages.list(owner.id, { plugin: "notebook" })).items.length);
    expect(page.url()).toContain("plugin=notebook");
    await page.reload();
    await expect.poll(() => page.getByLabel("Plugin").inputValue()).toBe("notebook");
    expect(await findViolations(page)).toEqual([]);
  });

  test("a message that was set aside is handled again by a click", async ({ host, open }) => {
    await say(host, "note eggs");
    const error = { error_code: "PLATFORM_UNAVAILABLE", error_message: "the platform was down" };
    const [message] = (await host.domains.messages.list(owner.id)).items;
    await host.database.db
      .updateTable("message")
      .set({ aside_at: new Date(), done_at: null, ...error })
      .where("id", "=", message?.id ?? 0)
      .execute();
    const page = await open(owner, "/messages?state=set_aside");
    await page.getByText("the platform was down").waitFor();
    expect(await findViolations(page)).toEqual([]);
    const chinese = await open(owner, "/messages?state=set_aside", { locale: "zh-CN" });
    await chinese.getByText("平台出现故障").waitFor();
    await page.getByRole("button", { name: "Handle again" }).click();
    await page.getByText("No message fits these filters.").waitFor();
  });

  test("an old message that is handled again is followed, though the stream tells of the newest", async ({
    host,
    open,
  }) => {
    await say(host, "note tea");
    const { db } = host.database;
    const [message] = (await host.domains.messages.list(owner.id)).items;
    const id = message?.id ?? 0;
    const setAside = (): Promise<unknown> =>
      db
        .updateTable("message")
        .set({ aside_at: new Date(), done_at: null })
        .where("id", "=", id)
        .execute();
    await setAside();
    await seedMessages(db, owner.id, 60);
    const page = await open(owner, "/messages?state=set_aside");
    await page.getByRole("button", { name: "Handle again" }).click();
    await page.getByText("No message fits these filters.").waitFor();
    await expect
      .poll(async () => (await host.domains.messages.trace(owner.id, id)).message.state)
      .toBe("done");
    await setAside();
    await page.goto(`/messages/${id}`);
    await page.getByRole("button", { name: "Handle again" }).click();
    await page.getByRole("heading", { name: "Attempt 2" }).waitFor();
    await page.getByText("handled", { exact: true }).first().waitFor();
  });

  test("of many messages at once, the list leaves none out", async ({ host, open }) => {
    const busy = await host.createPerson("busy");
    const page = await open(busy, "/messages");
    await page.getByText("No messages yet.").waitFor();
    await seedMessages(host.database.db, busy.id, 130);
    const row = page.locator(".message-list > li[aria-setsize]").first();
    await expect.poll(() => row.getAttribute("aria-setsize")).toBe("130");
  });

  test("what a plugin has stored is changed, deleted and brought back", async ({
    host,
    open,
    refusals,
  }) => {
    refusals.push(/^400 PUT .*\/api\/storage\/values/u);
    await say(host, "note milk");
    const page = await open(owner, "/storage");
    await page.getByRole("link", { name: /notebook/u }).click();
    await page.getByRole("button", { name: "notes/1001", exact: true }).click();
    const editor = page.getByLabel("Value as JSON");
    await editor.fill("[");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("json must be JSON").waitFor();
    await editor.fill('["bread"]');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText('["bread"]').waitFor();
    await page.getByRole("button", { name: "Delete notes/1001" }).click();
    await page.getByText("The plugin stores nothing.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText('["bread"]').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  test("the chart of credits names the days of its bars, also where a clock was changed", async ({
    host,
    open,
  }) => {
    await say(host, "ask for the chart");
    // Of this time zone, the first day of the chart begins an hour earlier than the days after it.
    const page = await open(owner, "/bots", { timezoneId: "Europe/Berlin" });
    // The days are the host's; that of the visitor is another one.
    await page.clock.setFixedTime("2025-12-25T12:00:00Z");
    await page.route(/\/api\/usage\/summary/u, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), today: "2025-11-25" } });
    });
    await page.addInitScript(`globalThis.drawn = [];
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        drawn.push(text);
        return fillText.call(this, text, ...place);
      };`);
    await page.goto("/credits");
    await page.locator(".chart canvas").waitFor();
    await expect.poll(() => page.evaluate("drawn.join()")).toContain("27 Oct");
  });

  test("credits: what there is, what was used, and limits", async ({ host, open, refusals }) => {
    refusals.push(/^404 GET .*\/api\/library\/asket$/u);
    await say(host, "ask once more");
    const page = await open(owner, "/credits");
    await page.getByText("Welcome").waitFor();
    await page
      .getByRole("row", { name: /demo-paid/u })
      .first()
      .waitFor();
    await page.locator(".chart canvas").waitFor();
    await page.getByRole("button", { name: "Add a limit" }).click();
    await page.getByLabel("Limit", { exact: true }).fill("50");
    await page.getByRole("dialog").getByLabel("Plugin").fill("asket");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("no such plugin", { exact: false }).waitFor();
    await page.getByRole("dialog").getByLabel("Plugin").fill("asker");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText(/of 50/u).waitFor();
    await page.getByLabel("Warn me below").fill("1000");
    await page.locator("form", { hasText: "Warn me below" }).getByRole("button").click();
    await page.getByText("The credits are low: fewer than 1,000.", { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  test("credentials: added, made the default, renamed and deleted", async ({ open }) => {
    const page = await open(owner, "/credentials");
    await page.getByText("No credentials yet.").waitFor();
    await page.getByRole("button", { name: "Add credentials" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("input[name=app_id]").fill("cli_1");
    await dialog.locator("input[name=app_secret]").fill("secret");
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("app_id: cli_1").waitFor();
    await page.getByRole("button", { name: "Make it the default: cli_1" }).click();
    await page.getByText("default", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Rename: cli_1" }).click();
    await dialog.getByLabel("Name").fill("Shop");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Delete: Shop" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No credentials yet.").waitFor();
  });
});

/** Binds a bot with the plugins, and gives its owner credits. */
async function fill(host: ConsoleHost, { id: userId }: Person): Promise<void> {
  const { bots, publication, credits } = host.domains;
  const notebook = await readFile(
    new URL("../../../examples/plugins/notebook.js", import.meta.url),
    "utf8",
  );
  const { bot } = await bots.bind(userId, {
    platform: "telegram",
    credentials: { ...host.simulators.telegram.credentials },
  });
  for (const [slug, code] of Object.entries({ ...PLUGINS, notebook })) {
    const { id, sha256 } = await publication.submit(userId, { slug, name: slug, code });
    await publication.approve(id, userId, { sha256 });
    await install(host, userId, bot.id, slug);
  }
  await credits.topUp({ userId, actorId: userId, credits: 500, key: "gift", note: "Welcome" });
}
