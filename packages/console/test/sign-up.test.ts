/** @module-tag long */
import type { Mail } from "@botwright/host";
import { describe, expect } from "vitest";
import { hasChromium, LOCALES, test as base, texts } from "./browser.ts";
import { PASSWORD } from "../../host/test/known-users.ts";
import { startConsoleHost } from "./console-host.ts";
import { findViolations } from "./find-violations.ts";
import { hasFocus } from "./keyboard.ts";

const letters: Mail[] = [];

/** Over a host that sends letters. */
const test = base.extend("host", { scope: "file" }, async ({ dist }, { onCleanup }) => {
  const host = await startConsoleHost(dist, () => ({
    sendMail: async (mail) => void letters.push(mail),
  }));
  onCleanup(() => host[Symbol.asyncDispose]());
  return host;
});

describe.skipIf(!hasChromium)("sign-up", () => {
  test.for(LOCALES)("by a letter, in %s", async (locale, { open, refusals }) => {
    // Before the address is verified; the link a second time.
    refusals.push(/^403 POST .*\/sign-in\/email$/u, /^400 POST .*\/verify-email$/u);
    const t = texts(locale);
    const email = `ann.${locale}@example.org`.toLowerCase();
    const linkOf = (count: number): Promise<string> =>
      expect
        .poll(() => letters.filter(({ to }) => to === email))
        .toHaveLength(count)
        .then(() => {
          const text = letters.findLast(({ to }) => to === email)?.text ?? "";
          return /\S+\/verify-email\?token=\S+/u.exec(text)?.[0] ?? "";
        });
    const page = await open(undefined, "/#sign-up", { locale });
    const press = (name: string): Promise<void> =>
      page.getByRole("button", { name, exact: true }).click();
    await page.getByLabel(t("login.name")).fill("Ann");
    await page.getByLabel(t("login.email")).fill(email);
    await page.getByLabel(t("login.password")).fill(PASSWORD);
    await press(t("login.create"));
    const waiting = page.getByRole("heading", { name: t("login.verifyTitle") });
    await waiting.waitFor();
    await page.getByText(email).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await linkOf(1);

    await press(t("login.toLogin"));
    const title = page.getByRole("heading", { name: t("login.title"), exact: true });
    await expect.poll(() => hasFocus(title)).toBe(true);
    expect(await page.getByLabel(t("login.email")).inputValue()).toBe(email);
    async function logIn(): Promise<void> {
      await page.getByLabel(t("login.email")).fill(email);
      await page.getByLabel(t("login.password")).fill(PASSWORD);
      await press(t("login.submit"));
    }
    await logIn();
    await waiting.waitFor();
    await press(t("login.sendAgain"));
    await page.getByText(t("login.sentAgain")).waitFor();

    const link = await linkOf(2);
    await page.goto(link);
    await press(t("login.verify"));
    await page.getByText(t("login.verified")).waitFor();
    expect(await findViolations(page)).toEqual([]);

    await page.goto(link);
    await press(t("login.verify"));
    await page.getByText(t("error.INVALID_TOKEN")).waitFor();
    await page.getByText(t("login.verifyRefused")).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("link", { name: t("login.title") }).click();
    await logIn();
    await page.locator("#content").waitFor();
  });
});
