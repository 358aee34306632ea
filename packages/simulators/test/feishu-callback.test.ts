import { createDecipheriv, createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { USER } from "./feishu-client.ts";
import { listenForHooks, readJson } from "./hook-server.ts";
import { at } from "./raw-bot.ts";

test("a callback that does not answer is called again, at the longer pauses of the platform", async () => {
  await using sim = await startSimulator("feishu", { callbackRetryMs: 10 });
  let challenged = 0;
  const events: unknown[] = [];
  await using hook = await listenForHooks(async (request, response) => {
    const body = await readJson(request);
    if (at(body, "type") === "url_verification") {
      challenged++;
      response.end(JSON.stringify({ challenge: at(body, "challenge") }));
      return;
    }
    events.push(at(body, "event", "message", "message_id"));
    response.writeHead(events.length < 3 ? 500 : 200).end("{}");
  });
  sim.setCallback(hook.url);
  const { id } = await sim.say({ from: USER, text: "hello" });
  await expect.poll(() => sim.pending()).toBe(0);
  expect(events).toEqual([id, id, id]);
  expect(challenged).toBe(1);
});

test("the schedule of the platform: five times in all, with 3 s for each answer", async () => {
  await using sim = await startSimulator("feishu");
  const posts: unknown[] = [];
  await using hook = await listenForHooks(async (request, response) => {
    const body = await readJson(request);
    if (at(body, "type") === "url_verification") {
      response.end(JSON.stringify({ challenge: at(body, "challenge") }));
    } else posts.push(at(body, "header", "event_id"));
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    sim.setCallback(hook.url);
    await sim.say({ from: USER, text: "hello" });
    for (const [index, pauseMs] of [15_000, 300_000, 3_600_000, 21_600_000].entries()) {
      while (posts.length <= index) await new Promise(setImmediate);
      await vi.advanceTimersByTimeAsync(2999 + pauseMs);
      expect(posts).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(1);
    }
    while (posts.length < 5) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(2999);
    expect(sim.pending()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sim.pending()).toBe(0);
    expect(new Set(posts)).toHaveProperty("size", 1);
  } finally {
    vi.useRealTimers();
  }
});

test("a challenge has to be answered within 1 s", async () => {
  await using sim = await startSimulator("feishu");
  const challenges: unknown[] = [];
  await using hook = await listenForHooks(async (request) => void challenges.push(request));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    sim.setCallback(hook.url);
    await sim.say({ from: USER, text: "hello" });
    while (challenges.length === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(999 + 15_000);
    expect(challenges).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    while (challenges.length < 2) await new Promise(setImmediate);
  } finally {
    vi.useRealTimers();
  }
  expect(challenges).toHaveLength(2);
});

test("an address that does not answer the challenge gets no event", async () => {
  await using sim = await startSimulator("feishu", { callbackRetryMs: 10 });
  const types: unknown[] = [];
  await using hook = await listenForHooks(async (request, response) => {
    types.push(at(await readJson(request), "type"));
    response.end("{}");
  });
  sim.setCallback(hook.url);
  await sim.say({ from: USER, text: "hello" });
  await expect.poll(() => types.length).toBeGreaterThan(1);
  expect(new Set(types)).toEqual(new Set(["url_verification"]));
  expect(sim.pending()).toBe(1);
});

test("an event is signed with the platform's time of day", async () => {
  const encryptKey = "a key";
  await using sim = await startSimulator("feishu", { encryptKey, clock: () => 1_800_000_000_999 });
  const times: unknown[] = [];
  await using hook = await listenForHooks(async (request, response) => {
    const body = decrypted(String(at(await readJson(request), "encrypt")), encryptKey);
    // The check of the address is not signed.
    if (at(body, "type") !== "url_verification") {
      times.push(request.headers["x-lark-request-timestamp"]);
    }
    response.end(JSON.stringify({ challenge: at(body, "challenge") }));
  });
  sim.setCallback(hook.url);
  await sim.say({ from: USER, text: "hello" });
  await expect.poll(() => sim.pending()).toBe(0);
  expect(times).toEqual(["1800000000"]);
});

function decrypted(text: string, encryptKey: string): unknown {
  const bytes = Buffer.from(text, "base64");
  const key = createHash("sha256").update(encryptKey).digest();
  const decipher = createDecipheriv("aes-256-cbc", key, bytes.subarray(0, 16));
  return JSON.parse(decipher.update(bytes.subarray(16)).toString() + decipher.final("utf8"));
}
