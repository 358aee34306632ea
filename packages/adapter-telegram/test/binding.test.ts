import { until } from "@botwright/adapter-kit/contract";
import type { AdapterStatus, IncomingMessage } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { expect, test } from "vitest";
import { telegramBinding } from "../src/index.ts";

test("names what a user has to bring, in both languages", () => {
  expect(telegramBinding.fields.map(({ name }) => name)).toEqual(["token"]);
  for (const { label, help } of telegramBinding.fields) {
    expect([label.en, label.zh, help.en, help.zh]).not.toContain("");
  }
});

test("binds a bot by the platform's own names, whose status can be seen", async () => {
  await using telegram = await startSimulator("telegram");
  const adapter = telegramBinding.createAdapter(telegram.credentials, {
    apiBase: telegram.baseUrl,
  });
  const states: AdapterStatus["state"][] = [];
  adapter.onStatus?.(({ state }) => states.push(state));
  const received: IncomingMessage[] = [];
  await adapter.start(async (incoming) => received.push(incoming));
  await telegram.say({ from: "1001", text: "hello" });
  await until("the message", () => received.length > 0);
  expect(states).toEqual(["stopped", "connecting", "connected"]);
  await adapter.stop();
  expect(states.at(-1)).toBe("stopped");
});

test("a bot that the platform refuses has the status refused, with advice", async () => {
  await using telegram = await startSimulator("telegram");
  telegram.fault("revoked-credentials");
  const adapter = telegramBinding.createAdapter(telegram.credentials, {
    apiBase: telegram.baseUrl,
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

test("names the field that is missing or wrong, and shows no value", async () => {
  await using telegram = await startSimulator("telegram");
  const { credentials } = telegram;
  for (const { name, required } of telegramBinding.fields) {
    if (!required) continue;
    const without = { ...credentials, [name]: "" };
    expect(() => telegramBinding.createAdapter(without)).toThrow(`${name} is missing`);
  }
  const wrong = { ...credentials, token: "a wrong value" };
  expect(() => telegramBinding.createAdapter(wrong)).toThrow("token has the wrong form");
  expect(() => telegramBinding.createAdapter(wrong)).not.toThrow("a wrong value");
});
