/** @module-tag long */
import { describe, expect } from "vitest";
import { hasChromium, test, texts } from "./browser.ts";
import { findViolations } from "./find-violations.ts";

describe.skipIf(!hasChromium)("binding a bot", () => {
  test("the values that the host makes for a callback are shown once", async ({ host, open }) => {
    const cleo = await host.createPerson("cleo");
    const { corp_id, agent_id, secret } = host.simulators.wecom.credentials;
    const page = await open(cleo, "/bots/new?platform=wecom");
    await page.getByLabel("Corp ID").fill(corp_id);
    await page.getByLabel("AgentId").fill(agent_id);
    await page.getByLabel("Secret").fill(secret);
    await page.getByRole("button", { name: "Test the connection and bind" }).click();
    await page.getByText("they are not shown again").waitFor();
    const [bot] = await host.domains.bots.list(cleo.id);
    expect(await page.getByLabel("Callback address", { exact: true }).inputValue()).toBe(
      bot?.callback_url,
    );
    expect(await page.getByLabel("EncodingAESKey", { exact: true }).inputValue()).toMatch(
      /^[A-Za-z0-9]{43}$/u,
    );
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Choose its plugins" }).click();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Callback address", { exact: true }).waitFor();
    expect(await page.getByText("they are not shown again").count()).toBe(0);
  });

  test("a bot without a name is named after its platform, in the page's language", async ({
    host,
    open,
    refusals,
  }) => {
    const dora = await host.createPerson("dora");
    const page = await open(dora, "/bots/new?platform=feishu", { locale: "zh-CN" });
    const { app_id, app_secret } = host.simulators.feishu.credentials;
    await page.getByLabel("App ID").fill(app_id);
    // What to do about a wrong secret stands there in Chinese, and what the platform says as it is.
    refusals.push(/^400 POST .*\/api\/bots$/u);
    const t = texts("zh-CN");
    await page.getByLabel("App Secret").fill("not the secret");
    await page.getByRole("button", { name: t("bots.test") }).click();
    await page.getByText("请重新复制 App ID 和 App Secret", { exact: false }).waitFor();
    const refused = await page.getByRole("alert").textContent();
    expect(refused).toContain("平台的回复：");
    expect(refused).not.toMatch(/credentials|again/iu);
    await page.getByLabel("App Secret").fill(app_secret);
    await page.getByRole("button", { name: t("bots.test") }).click();
    await page.getByText("飞书 已绑定").waitFor();
    expect(await host.domains.bots.list(dora.id)).toMatchObject([{ name: "飞书" }]);
  });

  test("a login by QR code is followed as the phone goes on, over a reload too", async ({
    host,
    open,
  }) => {
    const bea = await host.createPerson("bea");
    const phone = host.simulators.wechat;
    const page = await open(bea, "/bots/new?platform=wechat");
    await page.getByRole("button", { name: "Show a QR code" }).click();
    const code = page.getByRole("img", { name: "QR code to scan" });
    await code.waitFor();
    expect(await code.locator("path").getAttribute("d")).toMatch(/^M/u);
    expect(await findViolations(page)).toEqual([]);
    phone.expire();
    await page.getByText("Code 2").waitFor();
    await page.reload();
    await code.waitFor();
    phone.scan({ verifyCode: "123456" });
    await page.getByLabel("Digits").fill("654321");
    await page.getByRole("button", { name: "Send the digits" }).click();
    await page.getByText("Those digits were wrong").waitFor();
    await page.getByLabel("Digits").fill("123456");
    await page.getByRole("button", { name: "Send the digits" }).click();
    await page.getByText("Confirm on the phone").waitFor();
    phone.confirm();
    await page.getByText("the bot is bound").waitFor();
    await page.getByRole("link", { name: "Choose its plugins" }).click();
    await page.getByText("connected", { exact: true }).waitFor();
  });

  test("on a phone, the buttons of the simulated phone stay within their card", async ({
    host,
    open,
  }) => {
    const viewport = { width: 380, height: 800 };
    const page = await open(await host.createPerson("fay"), "/bots", { viewport });
    await page.route("**/api/platforms", async (route) => {
      const response = await route.fetch();
      const known: unknown = await response.json();
      await route.fulfill({ response, json: { ...Object(known), simulated: true } });
    });
    const wechat = { bot: "spare" };
    await page.route("**/spare/credentials.json", (route) => route.fulfill({ json: { wechat } }));
    await page.goto("/bots/new?platform=wechat");
    await page.getByRole("button", { name: "Show a QR code" }).click();
    const scan = page.getByRole("button", { name: "Scan with the simulated phone" });
    await scan.waitFor();
    // However many words it has.
    await page.evaluate(
      `document.querySelector(".login .row > button").textContent += " again".repeat(20)`,
    );
    const card = await page.locator(".login").boundingBox();
    const button = await scan.boundingBox();
    const end = (box: typeof card): number => (box?.x ?? 0) + (box?.width ?? 0);
    expect(end(button)).toBeGreaterThan(100);
    expect(end(button)).toBeLessThan(end(card));
  });

  test("an address with a login that is gone leads to a new one", async ({
    host,
    open,
    refusals,
  }) => {
    refusals.push(/^404 GET .*\/api\/bot-logins\//u);
    const page = await open(
      await host.createPerson("cid"),
      "/bots/new?platform=wechat&login=6b1c6a3e-8d2f-4e57-9a57-0d9d2b1f6a11",
    );
    await page.getByText("This login is over.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Show a new code" }).click();
    await page.getByRole("img", { name: "QR code to scan" }).waitFor();
    await page.getByRole("button", { name: "Cancel the login" }).click();
    await page.getByText("The login was cancelled.").waitFor();
  });
});
