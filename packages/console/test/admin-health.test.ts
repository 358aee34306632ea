/** @module-tag long */
import { describe, expect } from "vitest";
import { hasChromium, test } from "./browser.ts";
import { findViolations } from "./find-violations.ts";
import { publishWeather } from "./weather.ts";

const version = "ab".repeat(32);

describe.skipIf(!hasChromium)("administration", () => {
  test("health shows nodes, chats, what plugins did to the sandbox, and messages that were set aside", async ({
    host,
    open,
  }) => {
    const admin = await host.createPerson("admin", "admin");
    const { bot } = await host.domains.bots.bind(admin.id, {
      platform: "telegram",
      credentials: { ...host.simulators.telegram.credentials },
    });
    const page = await open(admin, "/admin?tab=health");
    await page.getByLabel("Days to keep them").fill("3");
    const save = page.getByRole("region", { name: "Records of runs" }).getByRole("button");
    const question = page.getByRole("dialog");
    const { configuration } = host.domains;
    const { journal_days: before } = await configuration.settings();
    await save.click();
    await question.getByText("older than 3 days are deleted", { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await configuration.settings()).toMatchObject({ journal_days: before });
    await save.click();
    await question.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    expect(await configuration.settings()).toMatchObject({ journal_days: 3 });
    // More days lose nothing.
    await page.getByLabel("Days to keep them").fill("4");
    await save.click();
    await expect.poll(() => configuration.settings()).toMatchObject({ journal_days: 4 });
    await page.getByText("No plugin is quarantined.").waitFor();
    await page.getByText("No message is set aside.").waitFor();
    expect(await page.getByRole("cell", { name: "alive" }).count()).toBe(1);

    const { db } = host.database;
    const until = new Date(Date.now() + 600_000);
    const plugin = { node: "node-1", plugin_slug: "boom", version };
    await db
      .insertInto("sandbox_event")
      .values([
        { node: "node-1", type: "worker-lost", reason: "hung" },
        { ...plugin, type: "slow", reason: "cpu", until_at: until },
        { ...plugin, type: "struck", strikes: 3 },
        { ...plugin, type: "quarantined", strikes: 3, until_at: until },
      ])
      .execute();
    await host.simulators.telegram.say({ from: "1001", text: "a private text" });
    await expect
      .poll(async () => (await host.domains.messages.list(admin.id)).items[0]?.state)
      .toBe("done");
    await db
      .updateTable("message")
      .set({
        done_at: null,
        aside_at: new Date(),
        error_code: "DOWN",
        error_message: "it was down",
      })
      .where("bot_id", "=", bot.id)
      .execute();
    // Without a reload.
    const quarantined = page.getByRole("region", { name: "Quarantined plugins" });
    await quarantined.getByRole("link", { name: "boom" }).waitFor();
    expect(await quarantined.textContent()).toContain("strikes: 3");
    const events = page.getByRole("region", { name: "Newest events" });
    for (const name of ["thread lost", "budget exceeded", "strike", "quarantine"]) {
      await events.getByRole("cell", { name, exact: true }).waitFor();
    }
    await page.reload();
    const aside = page.getByRole("region", { name: "Messages that were set aside" });
    await aside.getByText("it was down").waitFor();
    expect(await page.locator("main").textContent()).not.toContain("a private text");
    expect(await findViolations(page)).toEqual([]);
    await aside.getByRole("button", { name: "Handle again" }).click();
    await page.getByText("No message is set aside.").waitFor();
  });

  test("plugins that declare the same trigger are listed", async ({ host, open }) => {
    await publishWeather(host);
    const [admin] = await host.domains.users.list({ limit: 1, text: "admin@example" });
    if (admin === undefined) throw new Error("the administrator is not there");
    const page = await open(admin, "/admin");
    await page.getByText("Triggers that several published plugins declare").click();
    const menu = page.getByRole("row", { name: /^menu /u });
    await menu.getByRole("link", { name: "bot-menu" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await menu.getByRole("link", { name: "weather" }).click();
    await page.getByRole("heading", { name: "Weather", level: 1 }).waitFor();
  });

  test("what all users used is drawn by day, and counted by model, plugin and user", async ({
    host,
    open,
  }) => {
    const [admin] = await host.domains.users.list({ limit: 1, text: "admin@example" });
    if (admin === undefined) throw new Error("the administrator is not there");
    const uses = ["ai", "ai", "search"].map((type, index) => ({
      type: type === "search" ? ("search" as const) : ("ai" as const),
      user_id: index === 0 ? admin.id : 70 + index,
      plugin_slug: `plugin-${index}`,
      created_at: new Date(),
      model: type === "ai" ? "demo-paid" : null,
      credits: type === "ai" ? 30 : 0,
      details: JSON.stringify({
        query: "weather",
        region: "wt-wt",
        maxResults: 5,
        provider: "demo",
      }),
    }));
    await host.database.db.insertInto("service_use").values(uses).execute();
    const page = await open(admin, "/admin?tab=usage");
    await page.locator(".chart canvas").waitFor();
    await page
      .getByRole("region", { name: "By model" })
      .getByRole("cell", { name: "60" })
      .waitFor();
    await page.getByRole("region", { name: "By user" }).getByText("#71").waitFor();
    expect(await page.getByText("#72").count()).toBe(0);
    await page.goto("/admin?tab=search");
    await page.locator(".chart canvas").waitFor();
    await page.getByRole("cell", { name: "weather" }).waitFor();
    expect(await page.getByText("#72").count()).toBeGreaterThan(0);
    expect(await findViolations(page)).toEqual([]);
    // An id leads to whose it is.
    await page.goto("/admin?tab=usage");
    await page.getByRole("link", { name: `#${admin.id}`, exact: true }).click();
    await page.getByRole("cell", { name: admin.email }).waitFor();
    expect(await page.getByRole("row").count()).toBe(2);
  });
});
