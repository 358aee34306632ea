import { expect, onTestFinished, test, vi } from "vitest";
import { startSimulator, type TelegramSimulator } from "@botwright/simulators";
import { at, rawBot, type Answer } from "./raw-bot.ts";

/** Resolves once the bot's long poll is held. */
async function held(sim: TelegramSimulator, count = 1): Promise<void> {
  await expect
    .poll(() => sim.requests().filter(({ call, status }) => call === "getUpdates" && status === 0))
    .toHaveLength(count);
}

function ids(answer: Answer): unknown {
  const updates = Array.isArray(answer.result) ? answer.result : [];
  return updates.map((update: { update_id: number }) => update.update_id);
}

async function sayAll(sim: TelegramSimulator, ...texts: string[]): Promise<void> {
  for (const text of texts) await sim.say({ from: "1001", text });
}

test("updates stay until a higher offset confirms them", async () => {
  await using sim = await startSimulator("telegram", { firstUpdateId: 10, guardMs: 0 });
  const { call } = rawBot(sim);
  await sayAll(sim, "a", "b", "c");
  expect(ids(await call("getUpdates"))).toEqual([10, 11, 12]);
  expect(ids(await call("getUpdates", { offset: 0 }))).toEqual([10, 11, 12]);
  expect(sim.pending()).toBe(3);
  expect(ids(await call("getUpdates", { offset: 11, limit: 1 }))).toEqual([11]);
  expect(sim.pending()).toBe(2);
  expect(ids(await call("getUpdates", { offset: 10 }))).toEqual([11, 12]);
  expect(ids(await call("getUpdates", { offset: 13 }))).toEqual([]);
  expect(sim.pending()).toBe(0);
});

test("a negative offset keeps only the last ones", async () => {
  await using sim = await startSimulator("telegram", { firstUpdateId: 10, guardMs: 0 });
  const { call } = rawBot(sim);
  await sayAll(sim, "a", "b", "c", "d");
  expect(ids(await call("getUpdates", { offset: -2 }))).toEqual([12, 13]);
  expect(sim.pending()).toBe(2);
  expect(ids(await call("getUpdates", { offset: -100 }))).toEqual([12, 13]);
});

test("an offset far in the future confirms nothing", async () => {
  await using sim = await startSimulator("telegram", { firstUpdateId: 10 });
  await sayAll(sim, "a");
  expect(ids(await rawBot(sim).call("getUpdates", { offset: 1000 }))).toEqual([10]);
});

test("limit is at most 100 and at least 1", async () => {
  await using sim = await startSimulator("telegram", { guardMs: 0 });
  const { call } = rawBot(sim);
  for (let index = 0; index < 120; index += 1) await sim.say({ from: "1001", text: `${index}` });
  expect(ids(await call("getUpdates", { limit: 1000 }))).toHaveLength(100);
  expect(ids(await call("getUpdates", { limit: -5 }))).toHaveLength(1);
  expect(ids(await call("getUpdates", {}))).toHaveLength(100);
});

test("a held poll is answered as soon as a user sends a message, with all that came at once", async () => {
  await using sim = await startSimulator("telegram");
  const polled = rawBot(sim).call("getUpdates", { timeout: 50 });
  await held(sim);
  await sayAll(sim, "a", "b");
  expect(ids(await polled)).toHaveLength(2);
});

test("a poll that is held without an update ends empty", async () => {
  await using sim = await startSimulator("telegram");
  const started = performance.now();
  expect(await rawBot(sim).call("getUpdates", { timeout: 1, offset: 5 })).toMatchObject({
    status: 200,
    result: [],
  });
  expect(performance.now() - started).toBeGreaterThan(990);
});

test("hasty repetition is slowed down and gets one update at a time", async () => {
  await using sim = await startSimulator("telegram", { firstUpdateId: 10, guardMs: 60_000 });
  const { call } = rawBot(sim);
  await sayAll(sim, "a", "b");
  expect(ids(await call("getUpdates", { offset: 1 }))).toEqual([10, 11]);
  expect(ids(await call("getUpdates", { offset: 1 }))).toEqual([10]);
  // Another offset is not in haste.
  expect(ids(await call("getUpdates", { offset: 12 }))).toEqual([]);
  const repeated = call("getUpdates", { offset: 12 });
  await held(sim);
  await sayAll(sim, "c", "d");
  expect(ids(await repeated)).toEqual([12]);
});

test("polls of 3 seconds and more are not in haste", async () => {
  await using sim = await startSimulator("telegram", { guardMs: 200 });
  const { call } = rawBot(sim);
  await call("getUpdates");
  const long = call("getUpdates", { timeout: 3 });
  await held(sim);
  await new Promise((resolve) => setTimeout(resolve, 250));
  await held(sim);
  await sayAll(sim, "hello");
  expect(ids(await long)).toHaveLength(1);
});

test("no poll is held for more than 50 seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await using sim = await startSimulator("telegram");
  const polled = rawBot(sim).call("getUpdates", { timeout: 600 });
  await held(sim);
  vi.advanceTimersByTime(50_000);
  expect(ids(await polled)).toEqual([]);
});

test("update ids go on after a restart, so that a kept offset confirms nothing new", async () => {
  onTestFinished(() => void vi.useRealTimers());
  let offset = 0;
  for (const minute of [0, 1]) {
    vi.setSystemTime(1_700_000_000_000 + minute * 60_000);
    await using sim = await startSimulator("telegram");
    await sayAll(sim, "a", "b");
    const { result } = await rawBot(sim).call("getUpdates", { offset });
    expect(result).toMatchObject([{ message: { text: "a" } }, { message: { text: "b" } }]);
    offset = Number(at(result, 1, "update_id")) + 1;
  }
});

test("allowed_updates holds until changed, and an empty list is the default", async () => {
  await using sim = await startSimulator("telegram", { guardMs: 0 });
  const { call } = rawBot(sim);
  await sayAll(sim, "from before");
  // What was there before the call is not left out.
  expect(await call("getUpdates", { allowed_updates: ["callback_query"] })).toMatchObject({
    result: [{ message: { text: "from before" } }],
  });
  expect(await sim.say({ from: "1001", text: "unwanted" })).toMatchObject({ id: "" });
  expect(sim.receive("callback_query", { id: "1" })).not.toBe("");
  await call("getUpdates", {});
  expect(await sim.say({ from: "1001", text: "still unwanted" })).toMatchObject({ id: "" });
  await call("getUpdates", { allowed_updates: "[]" });
  expect(await sim.say({ from: "1001", text: "wanted" })).not.toMatchObject({ id: "" });
  for (const kind of ["chat_member", "message_reaction", "message_reaction_count"]) {
    expect(sim.receive(kind, {})).toBe("");
  }
  expect(sim.receive("my_chat_member", {})).not.toBe("");
  expect(sim.pending()).toBe(4);
});

test("a second poll ends the first one with 409; the next conflict is answered late", async () => {
  await using sim = await startSimulator("telegram", { guardMs: 300 });
  const { call } = rawBot(sim);
  const conflict = {
    status: 409,
    description:
      "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
  };
  const started = performance.now();
  const first = call("getUpdates", { timeout: 50, offset: 1 });
  await held(sim);
  const second = call("getUpdates", { timeout: 50, offset: 2 });
  expect(await first).toMatchObject(conflict);
  await held(sim);
  const third = call("getUpdates", { timeout: 50, offset: 3 });
  expect(await second).toMatchObject(conflict);
  expect(performance.now() - started).toBeGreaterThan(290);
  await sayAll(sim, "hello");
  expect(ids(await third)).toHaveLength(1);
});

test("a poll whose client has gone is forgotten", async () => {
  await using sim = await startSimulator("telegram");
  const { root, call } = rawBot(sim);
  const abort = new AbortController();
  const gone = fetch(`${root}/getUpdates?timeout=50`, { signal: abort.signal });
  await held(sim);
  abort.abort();
  await expect(gone).rejects.toThrow("aborted");
  await sayAll(sim, "hello");
  expect(ids(await call("getUpdates", { offset: 1 }))).toHaveLength(1);
});

test("the server stores unread updates for 24 hours", async () => {
  let now = 0;
  await using sim = await startSimulator("telegram", { clock: () => now, guardMs: 0 });
  await sayAll(sim, "old");
  now += 24 * 3600 * 1000 - 1;
  expect(sim.pending()).toBe(1);
  await sayAll(sim, "new");
  now += 1;
  expect(await rawBot(sim).call("getUpdates")).toMatchObject({
    result: [{ message: { text: "new", date: 86_399 } }],
  });
});

test("closing ends a held poll as a server does that restarts", async () => {
  const sim = await startSimulator("telegram");
  const polled = rawBot(sim).call("getUpdates", { timeout: 50 });
  await held(sim);
  await sim.close();
  expect(await polled).toMatchObject({
    status: 500,
    description: "Internal Server Error: restart",
  });
});
