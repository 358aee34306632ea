import { serveAdapter, until } from "@botwright/adapter-kit/contract";
import type { AdapterStatus, IncomingMessage } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { expect, test } from "vitest";
import { wecomBinding } from "../src/index.ts";

test("names what a user has to bring, in both languages", () => {
  expect(wecomBinding.fields.map(({ name }) => name)).toEqual([
    "corp_id",
    "agent_id",
    "secret",
    "token",
    "encoding_aes_key",
  ]);
  for (const { label, help } of wecomBinding.fields) {
    expect([label.en, label.zh, help.en, help.zh]).not.toContain("");
  }
});

test("binds a bot by the platform's own names, whose status can be seen", async () => {
  await using wecom = await startSimulator("wecom");
  const adapter = wecomBinding.createAdapter(wecom.credentials, { apiBase: wecom.baseUrl });
  await using callbacks = await serveAdapter(() => adapter);
  wecom.setCallback(callbacks.url);
  const states: AdapterStatus["state"][] = [];
  adapter.onStatus?.(({ state }) => states.push(state));
  const received: IncomingMessage[] = [];
  await adapter.start(async (incoming) => received.push(incoming));
  await wecom.say({ from: "ann", text: "hello" });
  await until("the message", () => received.length > 0);
  expect(states).toEqual(["stopped", "connecting", "connected"]);
  await adapter.stop();
  expect(states.at(-1)).toBe("stopped");
});

test("a bot that the platform refuses has the status refused, with advice", async () => {
  await using wecom = await startSimulator("wecom");
  wecom.fault("revoked-credentials");
  const adapter = wecomBinding.createAdapter(wecom.credentials, { apiBase: wecom.baseUrl });
  const seen: AdapterStatus[] = [];
  adapter.onStatus?.((status) => seen.push(status));
  await expect(adapter.start(async () => {})).rejects.toMatchObject({
    code: "PLATFORM_UNAUTHORIZED",
  });
  expect(seen.at(-1)).toMatchObject({
    state: "refused",
    code: "PLATFORM_UNAUTHORIZED",
    advice: expect.stringMatching(/\w/),
  });
});

test("names the field that is missing or wrong, and shows no value", async () => {
  await using wecom = await startSimulator("wecom");
  const { credentials } = wecom;
  for (const { name, required } of wecomBinding.fields) {
    if (!required) continue;
    const without = { ...credentials, [name]: "" };
    expect(() => wecomBinding.createAdapter(without)).toThrow(`${name} is missing`);
  }
  const wrong = { ...credentials, agent_id: "a wrong value" };
  expect(() => wecomBinding.createAdapter(wrong)).toThrow("agent_id has the wrong form");
  expect(() => wecomBinding.createAdapter(wrong)).not.toThrow("a wrong value");
});

test("makes the callback's secrets where the operator chooses them, and needs both", () => {
  const generated = wecomBinding.fields.flatMap(({ name, generate }) =>
    generate === undefined ? [] : [[name, generate()] as const],
  );
  const callback = Object.fromEntries(generated);
  expect(Object.keys(callback)).toEqual(["token", "encoding_aes_key"]);
  const app = { corp_id: "ww0123456789abcdef", agent_id: "1000002", secret: "s" };
  expect(wecomBinding.createAdapter({ ...app, ...callback })).toHaveProperty("handleRequest");
  expect(wecomBinding.createAdapter(app)).not.toHaveProperty("handleRequest");
  expect(() => wecomBinding.createAdapter({ ...app, token: callback["token"] })).toThrow(
    "encoding_aes_key is missing",
  );
});
