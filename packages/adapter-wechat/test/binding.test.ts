import { bindingContract, until } from "@botwright/adapter-kit/contract";
import type { AdapterStatus, IncomingMessage, LoginState } from "@botwright/core";
import { startSimulator, type WechatSimulator } from "@botwright/simulators";
import { expect, test } from "vitest";
import { wechatBinding, type WechatLoginOptions } from "../src/index.ts";
import { contractSetup, USER } from "./wechat.ts";

function addressesOf({ baseUrl, cdnBaseUrl }: WechatSimulator): WechatLoginOptions {
  return { apiBase: baseUrl, cdnBase: cdnBaseUrl };
}

const openWechat = (): Promise<WechatSimulator> => startSimulator("wechat", { holdMs: 50 });

test.concurrent.each(
  bindingContract({
    ...contractSetup({ holdMs: 50 }),
    binding: wechatBinding,
    fields: { token: "secret", bot_id: "public", user_id: "public", base_url: "public" },
    credentials: (wechat) => ({ ...wechat.bind() }),
    options: addressesOf,
  }),
)("$name", async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});

// spec: platform.wechat-binding
test("a login gives what the bot is bound with", async () => {
  await using wechat = await openWechat();
  const states: LoginState["state"][] = [];
  const codes: string[] = [];
  let credentials: Readonly<Record<string, string>> = {};
  for await (const step of wechatBinding.login(addressesOf(wechat))) {
    states.push(step.state);
    if (step.state === "waiting") {
      codes.push(step.qr);
      wechat.scan();
    }
    if (step.state === "scanned") wechat.confirm();
    if (step.state === "confirmed") ({ credentials } = step);
  }
  expect(states).toEqual(["waiting", "scanned", "confirmed"]);
  expect(codes).toEqual([expect.stringMatching(/^https:\/\//)]);
  expect(Object.keys(credentials)).toEqual(expect.arrayContaining(["token", "bot_id"]));

  const adapter = wechatBinding.createAdapter(credentials, addressesOf(wechat));
  const statuses: AdapterStatus["state"][] = [];
  adapter.onStatus?.(({ state }) => statuses.push(state));
  const received: IncomingMessage[] = [];
  await adapter.start(async (incoming) => received.push(incoming));
  await wechat.say({ from: USER, text: "hello" });
  await until("the message", () => received.length > 0);
  await adapter.stop();
  expect(statuses).toEqual(["stopped", "connecting", "connected", "stopped"]);
});

test("a code that is too old is followed by a new one, three in all", async () => {
  await using wechat = await openWechat();
  const steps: string[] = [];
  for await (const step of wechatBinding.login(addressesOf(wechat))) {
    steps.push(step.state === "waiting" ? `waiting ${step.attempt}` : step.state);
    if (step.state === "waiting") wechat.expire();
  }
  expect(steps).toEqual([1, 2, 3].flatMap((attempt) => [`waiting ${attempt}`, "expired"]));
});

test("asks for the digits that the phone shows, again when they are wrong", async () => {
  await using wechat = await openWechat();
  const asked: boolean[] = [];
  let last: LoginState["state"] | undefined;
  for await (const step of wechatBinding.login(addressesOf(wechat))) {
    last = step.state;
    if (step.state === "waiting") wechat.scan({ verifyCode: "42" });
    if (step.state === "needs-code") {
      asked.push(step.isWrong);
      step.submit(step.isWrong ? "42" : "24");
    }
    if (step.state === "scanned") wechat.confirm();
  }
  expect([asked, last]).toEqual([[false, true], "confirmed"]);
});

test("a bot that the host has already is refused", async () => {
  await using wechat = await openWechat();
  const { token } = wechat.bind();
  const seen: LoginState[] = [];
  const options = { ...addressesOf(wechat), knownTokens: [token] };
  for await (const step of wechatBinding.login(options)) {
    seen.push(step);
    if (step.state === "waiting") wechat.confirm();
  }
  expect(seen.at(-1)).toMatchObject({ state: "refused", code: "PLATFORM_CONFLICT" });
  expect(JSON.stringify(seen)).not.toContain(token);
});

test("a login can be given up", async () => {
  await using wechat = await openWechat();
  const giveUp = new AbortController();
  const steps = wechatBinding.login({ ...addressesOf(wechat), signal: giveUp.signal });
  const login = (async () => {
    for await (const { state } of steps) if (state === "waiting") giveUp.abort();
  })();
  await expect(login).rejects.toMatchObject({ code: "NETWORK_ABORTED" });
});

test("an adapter that logs in by itself shows the steps as its status", async () => {
  await using wechat = await openWechat();
  const adapter = wechatBinding.createAdapter({}, { ...addressesOf(wechat), login: {} });
  const seen: string[] = [];
  adapter.onStatus?.((status) => {
    seen.push(status.state === "needs-login" ? status.login.state : status.state);
    if (status.state !== "needs-login") return;
    const { login } = status;
    if (login.state === "waiting") wechat.scan({ verifyCode: "42" });
    if (login.state === "needs-code") login.submit("42");
    if (login.state === "scanned") wechat.confirm();
  });
  await adapter.start(async () => {});
  await adapter.stop();
  const steps = ["waiting", "needs-code", "scanned"];
  expect(seen).toEqual(["stopped", "connecting", ...steps, "connected", "stopped"]);
});

test("a session that is over has the status refused, with advice", async () => {
  await using wechat = await openWechat();
  const { token, bot_id } = wechat.bind();
  wechat.bind();
  const adapter = wechatBinding.createAdapter({ token, bot_id }, addressesOf(wechat));
  const seen: AdapterStatus[] = [];
  adapter.onStatus?.((status) => seen.push(status));
  await expect(adapter.start(async () => {})).rejects.toMatchObject({
    code: "PLATFORM_UNAUTHORIZED",
  });
  expect(seen.at(-1)).toMatchObject({ state: "refused", advice: { en: "Log the bot in again." } });
});

test("an address of the API has its form, and is not shown", () => {
  const wrong = { token: "a-token", bot_id: "bot@im.bot", base_url: "ftp://a-host" };
  expect(() => wechatBinding.createAdapter(wrong)).toThrow("base_url has the wrong form");
  expect(() => wechatBinding.createAdapter(wrong)).not.toThrow("a-host");
});
