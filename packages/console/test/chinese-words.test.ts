/** @module-tag long */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasChromium, test, texts } from "./browser.ts";
import type { Person } from "./console-host.ts";
import { writeCode } from "./write-code.ts";

const t = texts("zh-CN");
const CHINESE = { locale: "zh-CN" };

/** A plugin with a warning that names something of the file. */
const code = (body: string): string => `export const meta = { slug: "dice", permissions: {} };
export async function handler({ bot, msg }) {
  ${body}
  return { handled: true };
}
`;
const WARNED = code('bot.reply(msg, "6");');
const WARNING = "没有代码等待 bot.reply：请写 await bot.reply(…)";

const write = (page: Page, text: string): Promise<void> => writeCode(page, t("dev.editor"), text);

describe.skipIf(!hasChromium)("what authors and reviewers read in Chinese", () => {
  let author: Person;
  let admin: Person;
  test.beforeAll(async ({ host }) => {
    author = await host.createPerson("author");
    admin = await host.createPerson("reviewer", "admin");
  });

  test("findings while a plugin is written, and in its review", async ({ host, open }) => {
    const page = await open(author, "/developer/new", CHINESE);
    await write(page, WARNED);
    const finding = page.locator(".findings li", { hasText: "missing-await" });
    await expect.poll(() => finding.textContent()).toContain(WARNING);
    // The same words where the code is marked.
    await page.locator(".cm-lintRange-warning").first().hover();
    await page.locator(".cm-tooltip-lint", { hasText: WARNING }).waitFor();
    await page.getByLabel(t("dev.slug")).fill("dice");
    await page.getByLabel(t("dev.name"), { exact: true }).fill("Dice");
    await page.getByRole("button", { name: t("dev.submit") }).click();
    await page.getByText(t("dev.status.pending")).first().waitFor();

    const review = await open(admin, "/admin?tab=reviews", CHINESE);
    await review.getByRole("link", { name: "dice" }).click();
    const reviewed = review.locator(".findings li", { hasText: "missing-await" });
    await expect.poll(() => reviewed.textContent()).toContain(WARNING);

    // A version that was stored before findings had sentences.
    const { db } = host.database;
    const rows = await db.selectFrom("plugin_version").select(["id", "findings"]).execute();
    for (const { id, findings } of rows) {
      const old: Record<string, unknown>[] = JSON.parse(findings);
      for (const one of old) delete one["sentence"];
      await db
        .updateTable("plugin_version")
        .set({ findings: JSON.stringify(old) })
        .where("id", "=", id)
        .execute();
    }
    await review.reload();
    await expect.poll(() => reviewed.textContent()).toContain("nothing waits for bot.reply");
  });

  test("another language keeps what was written, and words it anew", async ({ open }) => {
    const page = await open(author, "/developer/new", CHINESE);
    await write(page, WARNED);
    const finding = page.locator(".findings li", { hasText: "missing-await" });
    await expect.poll(() => finding.textContent()).toContain(WARNING);
    await page.getByRole("button", { name: t("app.language"), exact: true }).click();
    await expect.poll(() => finding.textContent()).toContain("nothing waits for bot.reply");
    const english = page.getByRole("textbox", { name: texts("en-GB")("dev.editor") });
    await expect.poll(() => english.textContent()).toContain('bot.reply(msg, "6");');
    await page.locator(".cm-lintRange-warning").first().hover();
    await page.locator(".cm-tooltip-lint", { hasText: "nothing waits for bot.reply" }).waitFor();
  });

  test("why a file is refused", async ({ open, refusals }) => {
    refusals.push(/^400 POST .*\/trial$/u);
    const page = await open(author, "/developer/new", CHINESE);
    await write(page, "export const nothing = 1;");
    await page.getByLabel(t("dev.message")).fill("hello");
    await page.getByRole("button", { name: t("dev.send"), exact: true }).click();
    const alert = page.getByRole("alert");
    await expect.poll(() => alert.textContent()).toContain("没有导出 handler");
    expect(await alert.textContent()).not.toContain("no handler");
  });

  test("what a failure means, before its message", async ({ open }) => {
    const page = await open(author, "/developer/new", CHINESE);
    await write(page, code('throw new Error("out of dice");'));
    await page.getByLabel(t("dev.message")).fill("hello");
    await page.getByRole("button", { name: t("dev.send"), exact: true }).click();
    const alert = page.getByRole("alert");
    await expect.poll(() => alert.textContent()).toMatch(/^插件抛出了错误：.*out of dice/u);
  });

  test("the editor's own words", async ({ open }) => {
    const page = await open(author, "/developer/new", CHINESE);
    await page.getByRole("textbox", { name: t("dev.editor") }).click();
    await page.keyboard.press("Control+F");
    const panel = page.locator(".cm-search");
    await panel.waitFor();
    await expect.poll(() => panel.textContent()).toMatch(/下一个.*全字匹配.*全部替换/u);
    expect(await panel.textContent()).not.toMatch(/[a-z]/iu);
    expect(await panel.locator("input[name=search]").getAttribute("placeholder")).toBe("查找");
  });
});

describe.skipIf(!hasChromium)("an update whose version is not raised", () => {
  let author: Person;
  test.beforeAll(async ({ host }) => {
    author = await host.createPerson("writer");
  });

  test.for(["en-GB", "zh-CN"] as const)("is warned of in %s", async (locale, { host, open }) => {
    const words = texts(locale);
    const slug = `dice-${locale.toLowerCase()}`;
    const { publication } = host.domains;
    const { id, sha256 } = await publication.submit(author.id, {
      slug,
      name: slug,
      version: "1.2.0",
      code: code("").replace("dice", slug),
    });
    await publication.approve(id, author.id, { sha256 });
    const page = await open(author, `/developer/${id}`, { locale });
    const warning = page.getByText(words("dev.versionNotRaised", { version: "1.2.0" }));
    const version = page.getByLabel(words("dev.version"), { exact: true });
    await version.waitFor();
    expect(await warning.count()).toBe(0);
    await writeCode(page, words("dev.editor"), WARNED.replace("dice", slug));
    await warning.waitFor();
    await version.fill("1.10.0");
    await warning.waitFor({ state: "detached" });
    await version.fill("1.1.9");
    await warning.waitFor();
  });
});
