import type { AdapterStatus } from "@botwright/core";
import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { openPage } from "./open-page.ts";

test("the login draws the code, plays the phone, and refuses what comes at the wrong time", async () => {
  await using wechat = await startSimulator("wechat", { holdMs: 50 });
  const report = (status: AdapterStatus): void =>
    page.onEvent("wechat", { type: "status", botDbId: 1, status });
  const showCode = (attempt: number): void => {
    const qr = `https://example.com/q/${attempt}`;
    report({ state: "needs-login", login: { state: "waiting", qr, attempt } });
  };
  const { page, say, call, post, url, json } = await openPage({
    wechat: {
      simulator: wechat,
      status: { state: "connecting" },
      login: {
        // The phone reports what an adapter would read from the wire.
        phone: {
          scan: () => report({ state: "needs-login", login: { state: "scanned" } }),
          confirm() {
            report({ state: "connected" });
            return wechat.bind();
          },
          expire() {
            report({ state: "needs-login", login: { state: "expired" } });
            showCode(2);
          },
          bind() {
            const advice = { en: "Scan the code again.", zh: "请重新扫码。" };
            report({ state: "refused", code: "PLATFORM_UNAUTHORIZED", message: "over", advice });
            return wechat.bind();
          },
        },
      },
    },
  });
  const refused = async (path: string, code: string): Promise<void> => {
    const answer = await (path.includes(".") ? call(path) : post(path));
    expect(answer).toMatchObject({ status: 409, body: { code } });
  };
  await refused("/simulators/wechat/login.svg", "NO_QR_CODE");
  await refused("/simulators/wechat/expire", "NO_QR_CODE");
  showCode(1);
  expect(await say("wechat", { from: "a@im.wechat", text: "hello" })).toMatchObject({
    status: 409,
    body: { code: "NOT_LOGGED_IN", error: expect.stringContaining("/simulators/wechat/scan") },
  });
  await refused("/simulators/wechat/confirm", "NOT_SCANNED");
  await refused("/simulators/wechat/logout", "NOT_LOGGED_IN");
  const drawing = await fetch(`${url}/simulators/wechat/login.svg`);
  expect(drawing.headers.get("content-type")).toBe("image/svg+xml");
  expect(await drawing.text()).toMatch(/^<svg /);
  expect(await json("/simulators/wechat/login")).toMatchObject({
    content: "https://example.com/q/1",
  });
  const listed = JSON.stringify(await json("/simulators"));
  expect(listed).toContain('"stage":"waiting"');
  expect(listed).not.toContain("example.com");

  expect(await post("/simulators/wechat/expire")).toMatchObject({ body: { codes: 2 } });
  expect(await post("/simulators/wechat/scan")).toMatchObject({ body: { stage: "scanned" } });
  await refused("/simulators/wechat/scan", "NO_QR_CODE");
  expect(await post("/simulators/wechat/confirm")).toMatchObject({
    body: { stage: "connected" },
  });
  expect((await say("wechat", { from: "a@im.wechat", text: "hello" })).status).toBe(200);
  // A lost connection that is made again needs no login.
  report({ state: "connecting" });
  expect(await json("/simulators/wechat/login")).toMatchObject({ stage: "connected" });
  report({ state: "connected" });
  expect((await post("/simulators/wechat/logout")).status).toBe(200);
  expect(JSON.stringify(await json("/simulators"))).toContain('"state":"login"');
  const error = { code: "NETWORK_FAILED", message: "no way to the platform" };
  report({ state: "stopped", error });
  expect(await json("/simulators/wechat/login")).toMatchObject({
    stage: "failed",
    error: error.message,
  });
});

test("the login leaves a real phone to its owner", async () => {
  const login = { state: "waiting", qr: "https://example.com", attempt: 1 } as const;
  const status = { state: "needs-login", login } as const;
  const { post } = await openPage({ wechat: { status, login: {} } });
  expect(await post("/simulators/wechat/scan")).toMatchObject({
    status: 404,
    body: { code: "NOT_SIMULATED" },
  });
});
