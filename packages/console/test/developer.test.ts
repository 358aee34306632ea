/** @module-tag long */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasChromium, logIn, test } from "./browser.ts";
import type { Person } from "./console-host.ts";
import { writeCode } from "./write-code.ts";

/** A plugin whose words would be a script, if anything made HTML of them. */
const HOSTILE = "<img src=x onerror=alert(1)>";
const CODE = `export const meta = { slug: "echo", permissions: {} };
export async function handler({ bot, msg }) {
  await bot.reply(msg, "echo " + msg.text);
  return { handled: true };
}
`;

const write = (page: Page, code: string): Promise<void> =>
  writeCode(page, "Code of the plugin", code);

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel("Message").fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

describe.skipIf(!hasChromium)("developer and administrator", () => {
  let author: Person;
  let admin: Person;
  test.beforeAll(async ({ host }) => {
    author = await host.createPerson("author");
    admin = await host.createPerson("reviewer", "admin");
  });

  test("a plugin is written with findings, tried, submitted, reviewed and updated by clicks", async ({
    open,
  }) => {
    const authorPage = await open(author, "/developer");
    await authorPage.getByRole("link", { name: "New plugin" }).first().click();
    await write(authorPage, "export const handler = () => eval('1');");
    await authorPage.locator(".findings li").first().waitFor();
    // A finding that has no length is of its line, and its mark covers no letter.
    await write(authorPage, CODE.replace("permissions: {}", "permissions: { search: true }"));
    await authorPage.locator(".findings li", { hasText: "permission-unused" }).waitFor();
    await authorPage.locator(".cm-lintRange-info").first().waitFor();
    expect(await authorPage.locator(".cm-lintPoint").count()).toBe(0);
    await write(authorPage, CODE);
    await authorPage.getByText("The inspection finds nothing.").waitFor();
    await say(authorPage, "hello");
    await authorPage.getByText("Bot: echo hello").waitFor();
    await authorPage.reload();
    await authorPage.getByText("This is a draft").waitFor();
    // A draft that was discarded by mistake comes back.
    await authorPage.getByRole("button", { name: "Discard the draft" }).click();
    await authorPage.locator(".cm-content", { hasText: "Nice to meet you" }).waitFor();
    await authorPage.getByRole("button", { name: "Undo" }).click();
    await authorPage.locator(".cm-content", { hasText: "echo" }).waitFor();
    await authorPage.getByText("This is a draft").waitFor();
    // What was written since is not lost by a late "Undo".
    await authorPage.getByRole("button", { name: "Discard the draft" }).click();
    await write(authorPage, "export const later = 1;");
    await authorPage.getByRole("button", { name: "Undo" }).click();
    await authorPage.locator(".cm-content", { hasText: "echo" }).waitFor();
    await authorPage.getByRole("button", { name: "Undo" }).click();
    await authorPage.locator(".cm-content", { hasText: "later" }).waitFor();
    await authorPage.getByRole("button", { name: "Undo" }).click();
    await authorPage.locator(".cm-content", { hasText: "echo" }).waitFor();
    await authorPage.getByLabel("Slug").fill("echo");
    await authorPage.getByLabel("Name", { exact: true }).fill("Echo");
    await authorPage.getByRole("button", { name: "Submit for review" }).click();
    await authorPage.getByText("waiting for review").first().waitFor();

    const adminPage = await open(admin, "/admin");
    await adminPage.getByRole("link", { name: "echo" }).click();
    await adminPage.getByText("A new plugin").waitFor();
    await adminPage.getByRole("button", { name: "Approve" }).click();
    await adminPage.getByText("No version waits for a review.").waitFor();

    await authorPage.reload();
    await authorPage.getByText("published", { exact: false }).first().waitFor();
    await write(authorPage, CODE.replace("permissions: {}", `permissions: { ai: true }`));
    await authorPage.getByLabel("Version", { exact: true }).fill("1.1.0");
    const readme = authorPage.getByLabel("Readme", { exact: false });
    await readme.fill("Write anything.");
    await say(authorPage, "hello again");
    const answer = authorPage.getByText("Bot: echo hello again");
    await answer.waitFor();
    // A look at the changes loses neither what is not submitted yet nor the conversation.
    const parts = authorPage.getByRole("navigation", { name: "Parts of the plugin" });
    await parts.getByRole("link", { name: "Changes" }).click();
    await authorPage.locator(".cm-changedLine").first().waitFor();
    await parts.getByRole("link", { name: "Code" }).click();
    await answer.waitFor();
    expect(await readme.inputValue()).toBe("Write anything.");
    await authorPage.getByRole("button", { name: "Submit update" }).click();
    await authorPage.getByText("New code waits for a review").waitFor();
    await authorPage.getByRole("link", { name: "Changes", exact: true }).click();
    await authorPage.getByRole("button", { name: "Run on recorded messages" }).click();
    await authorPage.getByText("Runs compared").waitFor();

    await adminPage.reload();
    await adminPage.getByRole("link", { name: "echo" }).click();
    await adminPage.getByText("It asks for more than the published version").waitFor();
    await adminPage.getByText("The same as in the published version.").waitFor();
    await adminPage.locator(".cm-changedLine").first().waitFor();
    await adminPage.getByRole("button", { name: "Run on recorded messages" }).click();
    await adminPage.getByText("Runs compared").waitFor();
    await adminPage.getByRole("button", { name: "Reject" }).click();
    await adminPage.getByLabel("Reason, for the developer").fill(`why AI? ${HOSTILE}`);
    await adminPage.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await adminPage.getByText("No version waits for a review.").waitFor();

    await authorPage.goto("/developer");
    const row = authorPage.getByRole("row", { name: "echo" });
    await expect.poll(() => row.textContent()).toContain(`why AI? ${HOSTILE}`);
  });

  test("a draft is its author's, also where others log in with the browser", async ({
    host,
    open,
  }) => {
    const writer = await host.createPerson("writer");
    const page = await open(writer, "/developer/new");
    await write(page, "export const secret = 1;");
    await page.getByText("This is a draft").waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await logIn(page, await host.createPerson("another"));
    await page.locator(".cm-content", { hasText: "Nice to meet you" }).waitFor();
    expect(await page.getByText("This is a draft").count()).toBe(0);
    await page.getByRole("button", { name: "Log out" }).click();
    await logIn(page, writer);
    await page.locator(".cm-content", { hasText: "secret" }).waitFor();
  });

  test("a draft holds the fields of the form, also alone", async ({ host, open }) => {
    const composer = await host.createPerson("composer");
    const page = await open(composer, "/developer/new");
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const texts = { Slug: "half-done", Name: "Half", Version: "0.1.0", Description: "Not yet" };
    const shown = async () => {
      const values = Object.keys(texts).map(async (name) => [name, await field(name).inputValue()]);
      return Object.fromEntries(await Promise.all(values));
    };
    for (const [name, text] of Object.entries(texts)) await field(name).fill(text);
    await page.getByLabel("Readme").fill("One\nTwo");
    const category = page.getByLabel("Category");
    await category.selectOption("game");
    await page.getByText("This is a draft").waitFor();
    await page.reload();
    await page.getByText("This is a draft").waitFor();
    expect(await shown()).toEqual(texts);
    expect(await category.inputValue()).toBe("game");

    await page.getByRole("button", { name: "Discard the draft" }).click();
    await expect.poll(shown).toEqual({ Slug: "", Name: "", Version: "1.0.0", Description: "" });
    expect(await category.inputValue()).toBe("");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(shown).toEqual(texts);
    expect(await category.inputValue()).toBe("game");
    expect(await page.getByLabel("Readme").inputValue()).toBe("One\nTwo");

    // The code of a new plugin can be submitted as it is; what was submitted is no draft.
    await field("Version").fill("");
    await page.getByRole("button", { name: "Submit for review" }).click();
    await page.getByText("waiting for review").first().waitFor();
    expect(await page.getByText("This is a draft").count()).toBe(0);
    await expect.poll(() => field("Version").inputValue()).not.toBe("");
    await field("Description").fill("Now");
    await page.getByText("This is a draft").waitFor();
    await page.reload();
    await expect.poll(() => field("Description").inputValue()).toBe("Now");
    await field("Version").fill("");
    await page.getByRole("button", { name: "Submit", exact: false }).first().click();
    await page.getByText("This is a draft").waitFor({ state: "detached" });
    expect(await field("Description").inputValue()).toBe("Now");
    await expect.poll(() => field("Version").inputValue()).not.toBe("");
    await page.goto("/developer/new");
    await expect.poll(shown).toEqual({ Slug: "", Name: "", Version: "1.0.0", Description: "" });
  });

  test("why the host refuses a file is said in the words of its finding", async ({
    open,
    refusals,
  }) => {
    refusals.push(/^400 POST .*\/trial$/u);
    const page = await open(author, "/developer/new");
    await write(page, "export const nothing = 1;");
    await say(page, "hello");
    const alert = page.getByRole("alert");
    await expect.poll(() => alert.textContent()).toContain("Line 1: no handler is exported");
  });

  test("an administrator creates, finds, bans and helps users", async ({ open }) => {
    const page = await open(admin, "/admin?tab=users");
    await page.getByRole("button", { name: "New user" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(HOSTILE);
    await dialog.getByLabel("E-mail").fill("new@example.org");
    await dialog.getByLabel("Password").fill("correct horse");
    await dialog.getByRole("button", { name: "Create account" }).click();
    // As long as the window is open, the page behind it takes no text.
    await dialog.waitFor({ state: "hidden" });
    await page.getByLabel("Name, address or #id").fill("new@");
    await page.getByRole("button", { name: "Search" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByText(HOSTILE).waitFor();
    await page.getByRole("button", { name: "Reset link" }).click();
    await page.getByText("/reset-password?token=").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add credits" }).click();
    await page.getByLabel("Credits (100").fill("200");
    await page.getByRole("dialog").getByRole("button", { name: "Add credits" }).click();
    await page.getByText("new@example.org has 200 credits more.").waitFor();
    await page.getByRole("button", { name: "Ban", exact: true }).click();
    await page.getByLabel("Reason").fill("spam");
    await page.getByRole("dialog").getByRole("button", { name: "Ban" }).click();
    await page.getByText("banned: spam").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Lift the ban" }).click();
    await page.getByRole("button", { name: "Ban", exact: true }).waitFor();
  });

  test("an administrator adds credits on a page without TLS", async ({ host, open }) => {
    const { id, email } = await host.createPerson("poor");
    const page = await open(admin, `/admin?tab=users&text=%23${id}`);
    // Where there is no TLS, browsers leave it out.
    await page.addInitScript("delete Crypto.prototype.randomUUID");
    await page.reload();
    await page.getByRole("button", { name: "Add credits" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Credits (100").fill("30");
    await dialog.getByRole("button", { name: "Add credits" }).click();
    await page.getByText(`${email} has 30 credits more.`).waitFor();
    expect(await host.domains.credits.state(id)).toMatchObject({ balance: 30 });
  });

  test("an administrator adds a provider and a model, and a search engine", async ({
    host,
    open,
  }) => {
    const page = await open(admin, "/admin?tab=models");
    await page.getByRole("button", { name: "Add a provider" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("local");
    await dialog.getByLabel("Address of the API").fill("http://127.0.0.1:8080/v1");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("cell", { name: "local" }).first().waitFor();
    await page.getByRole("button", { name: "Add a model" }).click();
    await dialog.getByLabel("Name for plugins").fill("small-model");
    await dialog.getByRole("combobox", { name: "Provider" }).selectOption("local");
    await dialog.getByLabel("Input price").fill("0.07");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("0.07 / 0 × 1").waitFor();
    // What is emptied is what it is of a new model.
    for (const shown of ["Small", ""]) {
      await page
        .getByRole("row", { name: /^small-model/u })
        .getByRole("button", { name: "Change" })
        .click();
      await dialog.getByLabel("Name for people").fill(shown);
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "hidden" });
    }
    const models = await host.domains.configuration.models.list();
    expect(models.find(({ model_name }) => model_name === "small-model")).toMatchObject({
      display_name: "small-model",
    });
    await page.goto("/admin?tab=search");
    await page.getByRole("button", { name: "Add an engine" }).click();
    await dialog.getByLabel("Name").fill("mine");
    await dialog.getByLabel("Address (SearXNG)").fill("http://127.0.0.1:8888");
    await dialog.getByRole("button", { name: "Add" }).click();
    await page.getByRole("cell", { name: "mine" }).waitFor();
    const { search_providers } = await host.domains.configuration.settings();
    expect(search_providers.map(({ name }) => name)).toContain("mine");
  });
});
