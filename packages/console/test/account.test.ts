/** @module-tag long */
import { describe, expect } from "vitest";
import { hasChromium, test } from "./browser.ts";
import { PASSWORD } from "../../host/test/known-users.ts";
import { findViolations } from "./find-violations.ts";
import { hasFocus } from "./keyboard.ts";

describe.skipIf(!hasChromium)("account", () => {
  test("sessions are ended, the password is changed, the language and the limits are chosen", async ({
    host,
    open,
    refusals,
  }) => {
    const ann = await host.createPerson("ann");
    const signIn = async (password: string, browser = "Firefox"): Promise<number> => {
      const answer = await fetch(`${host.url}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": `Mozilla/5.0 ${browser}/1.0` },
        body: JSON.stringify({ email: ann.email, password }),
      });
      return answer.status;
    };
    // The wrong password.
    refusals.push(/^400 POST .*\/change-password$/u);
    expect(await signIn(PASSWORD)).toBe(200);
    expect(await signIn(PASSWORD, "Safari")).toBe(200);
    const page = await open(ann, "/account");
    await page.getByText("current session", { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    // The current one first, then the newest.
    const devices = page.getByRole("region", { name: "Sessions" }).locator("td:first-child");
    expect((await devices.allTextContents()).slice(1)).toEqual(["Safari", "Firefox"]);
    await page.getByRole("button", { name: "End session: Firefox" }).click();
    const question = page.getByRole("dialog");
    await question.getByText("is logged out at once", { exact: false }).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByText("Firefox").count()).toBe(1);
    await page.getByRole("button", { name: "End session: Firefox" }).click();
    await question.getByRole("button", { name: "End session" }).click();
    await page.getByText("The session has ended").waitFor();
    await expect.poll(() => page.getByText("Firefox").count()).toBe(0);

    expect(await signIn(PASSWORD)).toBe(200);
    await page.reload();
    await page.getByRole("button", { name: "End all other sessions" }).click();
    await question.getByText("(2)", { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByText("Firefox").count()).toBe(1);
    await page.getByRole("button", { name: "End all other sessions" }).click();
    await question.getByRole("button", { name: "End all other sessions" }).click();
    await page.getByText("All other sessions have ended").waitFor();
    await expect.poll(() => page.getByText("Firefox").count()).toBe(0);

    expect(await signIn(PASSWORD)).toBe(200);
    await page.reload();
    await page.getByText("Firefox").waitFor();
    await page.getByLabel("Current password").fill("wrong wrong wrong");
    await page.getByLabel("New password").fill("battery staple");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("The password is changed").waitFor();
    // The box that ends the other sessions is ticked from the start.
    await expect.poll(() => page.getByText("Firefox").count()).toBe(0);
    expect([await signIn(PASSWORD), await signIn("battery staple")]).toEqual([401, 200]);

    // The limits have one place.
    await page.getByRole("link", { name: "Set limits on the page Credits" }).click();
    await page.getByRole("button", { name: "Add a limit" }).click();
    const limit = page.getByRole("dialog");
    await limit.getByLabel("In", { exact: true }).selectOption("month");
    await limit.getByLabel("Limit", { exact: true }).fill("500");
    await limit.getByRole("button", { name: "Save" }).click();
    await page.getByText(/of 500/u).waitFor();
    expect(await host.domains.credits.state(ann.id)).toMatchObject({
      limits: [{ plugin_slug: null, period: "month", credits: 500 }],
    });
    await page.getByRole("link", { name: "Account" }).click();

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download all" }).click();
    expect((await download).suggestedFilename()).toBe(`account-${ann.id}.ndjson`);

    await page.getByLabel("Language").selectOption("zh");
    await page.getByRole("heading", { name: "登录会话" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "删除账号" }).click();
    const dialog = page.getByRole("dialog");
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel("您的密码").fill("battery staple");
    await dialog.getByRole("button", { name: "删除账号" }).click();
    await page.getByRole("heading", { name: "登录", exact: true }).waitFor();
    expect(await signIn("battery staple")).toBe(401);
  });

  test("the browser's tab and history name the page", async ({ host, open }) => {
    const page = await open(await host.createPerson("ben"), "/bots");
    await expect.poll(() => page.title()).toBe("Bots · Botwright");
    await page.getByRole("link", { name: "Credits" }).click();
    await expect.poll(() => page.title()).toBe("Credits · Botwright");
    await page.getByRole("button", { name: "中文" }).click();
    await expect.poll(() => page.title()).toBe("积分 · Botwright");
    await page.getByRole("button", { name: "退出登录" }).click();
    await expect.poll(() => page.title()).toBe("登录 · Botwright");
  });

  test("the pages of links in e-mails speak both languages", async ({ open }) => {
    const page = await open(undefined, "/reset-password?token=abc");
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("heading", { name: "设置新密码" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.goto("/verify-email?token=abc");
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { name: "Confirm your e-mail address" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  test("from one form of the login to another, the address stays, and the focus is at the title", async ({
    open,
  }) => {
    const page = await open(undefined, "/");
    const address = page.getByLabel("E-mail");
    await address.fill("cas@example.org");
    for (const [button, title] of [
      ["Forgot the password?", "Forgot the password?"],
      ["Have an account? Log in", "Log in"],
      ["No account yet? Sign up", "Sign up"],
    ] as const) {
      await page.getByRole("button", { name: button }).press("Enter");
      const heading = page.getByRole("heading", { name: title });
      await heading.waitFor();
      await expect.poll(() => hasFocus(heading)).toBe(true);
      expect(await address.inputValue()).toBe("cas@example.org");
    }
  });

  test("a reload keeps which form of the login is shown", async ({ open }) => {
    const page = await open(undefined, "/library?text=notes");
    await page.getByRole("button", { name: "No account yet? Sign up" }).click();
    await page.reload();
    await page.getByLabel("Name").fill("cas");
    await page.getByLabel("E-mail").fill("cas@example.org");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Plugins", level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe("");
  });
});
