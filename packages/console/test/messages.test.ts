import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ConsoleWorld,
  findViolations,
  hasChromium,
  openConsoleWorld,
} from "./messages-browser.ts";

describe.skipIf(!hasChromium)(`messages${hasChromium ? "" : ": no chromium here"}`, () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
    const { domains, userId } = world;
    const gift = { userId, actorId: userId, credits: 500, key: "gift" };
    await domains.credits.topUp({ ...gift, note: "Welcome" });
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  /** Says something, and waits until it was handled. */
  async function say(text: string): Promise<void> {
    await world.simulator.say({ from: "1001", text });
    await expect
      .poll(async () => {
        const { items } = await world.domains.messages.list(world.userId);
        return items[0]?.text === text && items[0]?.state;
      })
      .toBe("done");
  }

  test("a message appears while the list is open, and its trace says what it did and cost", async () => {
    const page = await world.open("/messages");
    await page.getByText("No messages yet.").waitFor();
    await say("ask how are you?");
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
    await page.context().close();
  });

  test("an error shows its line of source and what was logged before, as text", async () => {
    await say("boom");
    const page = await world.open("/messages?text=BOOM");
    await page.getByRole("link", { name: /boom/u }).click();
    await page.getByText("return nothing.length", { exact: false }).waitFor();
    await page.getByRole("listitem").getByText("<img src=x onerror=alert(1)>").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    await page.context().close();
  });

  test("filters stand in the address, and a reload keeps them", async () => {
    await say("note milk");
    const page = await world.open("/messages");
    await page.getByLabel("Plugin").fill("notebook");
    await page.getByRole("link", { name: /note milk/u }).waitFor();
    await expect
      .poll(() => page.getByRole("listitem").count())
      .toBe((await world.domains.messages.list(world.userId, { plugin: "notebook" })).items.length);
    expect(page.url()).toContain("plugin=notebook");
    await page.reload();
    await expect.poll(() => page.getByLabel("Plugin").inputValue()).toBe("notebook");
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });

  test("a message that was set aside is handled again by a click", async () => {
    await say("note eggs");
    const error = { error_code: "DOWN", error_message: "the platform was down" };
    const [message] = (await world.domains.messages.list(world.userId)).items;
    await world.database.db
      .updateTable("message")
      .set({ aside_at: new Date(), done_at: null, ...error })
      .where("id", "=", message?.id ?? 0)
      .execute();
    const page = await world.open("/messages?state=set_aside");
    await page.getByText("the platform was down").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Handle again" }).click();
    await page.getByText("No message fits these filters.").waitFor();
    await page.context().close();
  });

  test("what a plugin has stored is changed, deleted and brought back", async () => {
    await say("note milk");
    const page = await world.open("/storage");
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
    await page.context().close();
  });

  test("credits: what there is, what was used, and limits", async () => {
    await say("ask once more");
    const page = await world.open("/credits");
    await page.getByText("Welcome").waitFor();
    await page
      .getByRole("row", { name: /demo-paid/u })
      .first()
      .waitFor();
    await page.locator(".chart canvas").waitFor();
    await page.getByRole("button", { name: "Add a limit" }).click();
    await page.getByLabel("Limit", { exact: true }).fill("50");
    await page.getByRole("dialog").getByLabel("Plugin").fill("asker");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText(/of 50/u).waitFor();
    await page.getByLabel("Warn me below").fill("1000");
    await page.locator("form", { hasText: "Warn me below" }).getByRole("button").click();
    await page.getByText("The credits are low: fewer than 1,000.", { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });

  test("credentials: added, made the default, renamed and deleted", async () => {
    const page = await world.open("/credentials");
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
    await page.context().close();
  });

  test("no page has logged an error", () => {
    expect(world.errors).toEqual([]);
  });
});
