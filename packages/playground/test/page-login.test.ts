import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import type { LoginView } from "@botwright/playground";
import { openPage } from "./open-page.ts";

test("the login draws the code, plays the phone, and refuses what comes at the wrong time", async () => {
  await using wechat = await startSimulator("wechat", { holdMs: 50 });
  let view: LoginView = { stage: "starting", codes: 0 };
  const { say, call, post, url, json } = await openPage({
    wechat: {
      simulator: wechat,
      status: () => ({ state: view.stage === "connected" ? "connected" : "login" }),
      login: {
        view: () => view,
        // The phone sets what an adapter would read from the wire.
        phone: {
          scan: () => (view = { ...view, stage: "scanned" }),
          confirm() {
            view = { stage: "connected", codes: view.codes };
            return wechat.bind();
          },
          expire: () => (view = { ...view, codes: view.codes + 1 }),
          bind() {
            view = { stage: "starting", codes: view.codes };
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
  view = { stage: "waiting", content: "https://example.com/q/1", codes: 1 };
  expect(await say("wechat", { from: "a@im.wechat", text: "hello" })).toMatchObject({
    status: 409,
    body: { code: "NOT_LOGGED_IN", error: expect.stringContaining("/simulators/wechat/scan") },
  });
  await refused("/simulators/wechat/confirm", "NOT_SCANNED");
  await refused("/simulators/wechat/logout", "NOT_LOGGED_IN");
  const drawing = await fetch(`${url}/simulators/wechat/login.svg`);
  expect(drawing.headers.get("content-type")).toBe("image/svg+xml");
  expect(await drawing.text()).toMatch(/^<svg /);
  expect(await json("/simulators/wechat/login")).toMatchObject({ content: view.content });
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
  expect((await post("/simulators/wechat/logout")).status).toBe(200);
});

test("the login leaves a real phone to its owner", async () => {
  const view: LoginView = { stage: "waiting", content: "https://example.com", codes: 1 };
  const { post } = await openPage({ wechat: { login: { view: () => view } } });
  expect(await post("/simulators/wechat/scan")).toMatchObject({
    status: 404,
    body: { code: "NOT_SIMULATED" },
  });
});
