import { until } from "@botwright/adapter-kit/contract";
import type { AdapterStatus, IncomingMessage } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { expect, test } from "vitest";
import { dingtalkBinding } from "../src/index.ts";

test("names what a user has to bring, in both languages", () => {
  expect(dingtalkBinding.fields.map(({ name }) => name)).toEqual([
    "app_key",
    "app_secret",
    "robot_code",
  ]);
  for (const { label, help } of dingtalkBinding.fields) {
    expect([label.en, label.zh, help.en, help.zh]).not.toContain("");
  }
});

test("binds a bot by the platform's own names, whose status can be seen", async () => {
  await using dingtalk = await startSimulator("dingtalk");
  const adapter = dingtalkBinding.createAdapter(dingtalk.credentials, {
    apiBase: dingtalk.baseUrl,
    oapiBase: dingtalk.baseUrl,
  });
  const states: AdapterStatus["state"][] = [];
  adapter.onStatus?.(({ state }) => states.push(state));
  const received: IncomingMessage[] = [];
  await adapter.start(async (incoming) => received.push(incoming));
  await dingtalk.say({ from: "ann", text: "hello" });
  await until("the message", () => received.length > 0);
  expect(states).toEqual(["stopped", "connecting", "connected"]);
  await adapter.stop();
  expect(states.at(-1)).toBe("stopped");
});

test("a bot that the platform refuses has the status refused, with advice", async () => {
  await using dingtalk = await startSimulator("dingtalk");
  dingtalk.fault("revoked-credentials");
  const adapter = dingtalkBinding.createAdapter(dingtalk.credentials, {
    apiBase: dingtalk.baseUrl,
    oapiBase: dingtalk.baseUrl,
  });
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

test("names the field that is missing", async () => {
  await using dingtalk = await startSimulator("dingtalk");
  const { credentials } = dingtalk;
  for (const { name, required } of dingtalkBinding.fields) {
    if (!required) continue;
    const without = { ...credentials, [name]: "" };
    expect(() => dingtalkBinding.createAdapter(without)).toThrow(`${name} is missing`);
  }
});
