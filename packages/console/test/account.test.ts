import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ConsoleUnderTest,
  hasChromium,
  openConsoleUnderTest,
  PASSWORD,
  violationsOf,
} from "./bots-browser.ts";

describe.skipIf(!hasChromium)(
  `the console's account${hasChromium ? "" : ": no chromium here"}`,
  () => {
    let host: ConsoleUnderTest;
    beforeAll(async () => {
      host = await openConsoleUnderTest();
    });
    afterAll(() => host[Symbol.asyncDispose]());

    test("sessions are ended, the password is changed, the language and the limits are chosen", async () => {
      const { page, context, email, userId, errors } = await host.open("ann");
      const signIn = async (password: string): Promise<number> => {
        const answer = await fetch(`${host.url}/api/auth/sign-in/email`, {
          method: "POST",
          headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 Firefox/1.0" },
          body: JSON.stringify({ email, password }),
        });
        return answer.status;
      };
      expect(await signIn(PASSWORD)).toBe(200);
      await page.goto("/account");
      await page.getByText("this session", { exact: true }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "End this session: Firefox" }).click();
      await page.getByText("The session has ended").waitFor();
      await expect.poll(() => page.getByText("Firefox").count()).toBe(0);

      await page.getByLabel("Current password").fill("wrong wrong wrong");
      await page.getByLabel("New password").fill("battery staple");
      await page.getByRole("button", { name: "Change the password" }).click();
      await page.getByRole("alert").waitFor();
      await page.getByLabel("Current password").fill(PASSWORD);
      await page.getByRole("button", { name: "Change the password" }).click();
      await page.getByText("The password is changed").waitFor();
      expect([await signIn(PASSWORD), await signIn("battery staple")]).toEqual([401, 200]);

      await page.getByLabel("Credits in a month").fill("500");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("The limits are saved").waitFor();
      expect(await host.domains.credits.state(userId)).toMatchObject({
        limits: [{ plugin_slug: null, period: "month", credits: 500 }],
      });

      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download all" }).click();
      expect((await download).suggestedFilename()).toBe(`account-${userId}.ndjson`);

      await page.getByLabel("Language").selectOption("zh");
      await page.getByRole("heading", { name: "登录会话" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "删除账号" }).click();
      const dialog = page.getByRole("dialog");
      expect(await violationsOf(page)).toEqual([]);
      await dialog.getByLabel("您的密码").fill("battery staple");
      await dialog.getByRole("button", { name: "删除账号" }).click();
      await page.getByRole("heading", { name: "登录", exact: true }).waitFor();
      expect(await signIn("battery staple")).toBe(401);
      expect(errors).toEqual([]);
      await context.close();
    });
  },
);
