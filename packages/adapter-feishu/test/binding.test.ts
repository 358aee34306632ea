import { until } from "@botwright/adapter-kit/contract";
import type { AdapterStatus, IncomingMessage } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { expect, test } from "vitest";
import { feishuBinding } from "../src/index.ts";

test("names what a user has to bring, in both languages", () => {
  expect(feishuBinding.fields.map(({ name }) => name)).toEqual(["app_id", "app_secret"]);
  for (const { label, help } of feishuBinding.fields) {
    expect([label.en, label.zh, help.en, help.zh]).not.toContain("");
  }
});

test("binds a bot by the platform's own names, whose status can be seen", async () => {
  await using feishu = await startSimulator("feishu");
  const adapter = feishuBinding.createAdapter(feishu.credentials, { apiBase: feishu.baseUrl });
  const states: AdapterStatus["state"][] = [];
  adapter.onStatus?.(({ state }) => states.push(state));
  const received: IncomingMessage[] = [];
  await adapter.start(async (incoming) => received.push(incoming));
  await feishu.say({ from: "ou_ann", text: "hello" });
  await until("the message", () => received.length > 0);
  expect(states).toEqual(["stopped", "connecting", "connected"]);
  await adapter.stop();
  expect(states.at(-1)).toBe("stopped");
});

test("a bot that the platform refuses has the status refused, with advice", async () => {
  await using feishu = await startSimulator("feishu");
  feishu.fault("revoked-credentials");
  const adapter = feishuBinding.createAdapter(feishu.credentials, { apiBase: feishu.baseUrl });
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
  await using feishu = await startSimulator("feishu");
  const { credentials } = feishu;
  for (const { name, required } of feishuBinding.fields) {
    if (!required) continue;
    const without = { ...credentials, [name]: "" };
    expect(() => feishuBinding.createAdapter(without)).toThrow(`${name} is missing`);
  }
  const wrong = { ...credentials, app_id: "a wrong value" };
  expect(() => feishuBinding.createAdapter(wrong)).toThrow("app_id has the wrong form");
  expect(() => feishuBinding.createAdapter(wrong)).not.toThrow("a wrong value");
});
