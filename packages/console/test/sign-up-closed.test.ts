/** @module-tag long */
import { describe, expect } from "vitest";
import { hasChromium, test as base, texts } from "./browser.ts";
import { startConsoleHost } from "./console-host.ts";
import { findViolations } from "./find-violations.ts";

const test = base.extend("host", { scope: "file" }, async ({ dist }, { onCleanup }) => {
  const host = await startConsoleHost(dist, () => ({ signUp: false }));
  onCleanup(() => host[Symbol.asyncDispose]());
  return host;
});

describe.skipIf(!hasChromium)("a sign-up that is closed", () => {
  test("is not offered", async ({ open }) => {
    const t = texts("en-GB");
    const page = await open(undefined, "/");
    await page.getByText(t("error.SIGN_UP_CLOSED")).waitFor();
    expect(await page.getByRole("button", { name: t("login.toSignUp") }).count()).toBe(0);
    await page.goto("/#sign-up");
    await page.reload();
    await page.getByText(t("error.SIGN_UP_CLOSED")).waitFor();
    expect(await page.getByLabel(t("login.name")).count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
  });
});
