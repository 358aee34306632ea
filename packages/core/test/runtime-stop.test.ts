import {
  type AdapterStatus,
  createBotRuntime,
  createManualClock,
  createMemoryInbox,
  type Inbox,
  type PlatformAdapter,
} from "@botwright/core";
import { expect, test } from "vitest";
import { fakePlatform } from "./messages.ts";

/** A runtime that runs, what its adapter and its inbox were asked to do at its end, and its open timers. */
async function startRuntime(given: {
  readonly adapter?: Partial<PlatformAdapter>;
  readonly inbox?: Partial<Inbox>;
}) {
  const ended: string[] = [];
  const listeners = new Set<(status: AdapterStatus) => void>();
  const clock = createManualClock();
  let timers = 0;
  const { adapter } = fakePlatform({
    methods: {
      onStatus(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      ...given.adapter,
    },
  });
  const inbox: Inbox = {
    ...createMemoryInbox(),
    async close() {
      ended.push("inbox");
    },
    ...given.inbox,
  };
  const runtime = createBotRuntime({
    adapter,
    inbox,
    plugins: [],
    clock: {
      now: () => clock.now(),
      after(ms, callback) {
        timers += 1;
        const cancel = clock.after(ms, callback);
        return () => {
          timers -= 1;
          cancel();
        };
      },
    },
  });
  await runtime.start();
  return { runtime, ended, listeners, timers: () => timers };
}

const away = async (): Promise<never> => {
  throw new Error("the database is away");
};

test("a runtime whose inbox cannot be drained stops all the same, and says so", async () => {
  const { runtime, ended, listeners, timers } = await startRuntime({ inbox: { drain: away } });
  await expect(runtime.stop()).rejects.toThrow("the database is away");
  expect(ended).toEqual(["inbox"]);
  expect([runtime.state, listeners.size, timers()]).toEqual(["stopped", 0, 0]);
});

test("a runtime whose adapter cannot be stopped handles what was accepted, and closes its inbox", async () => {
  const drained: string[] = [];
  const { runtime, ended, listeners } = await startRuntime({
    adapter: { stop: away },
    inbox: { drain: async () => void drained.push("drained") },
  });
  await expect(runtime.stop()).rejects.toThrow("the database is away");
  expect([drained, ended]).toEqual([["drained"], ["inbox"]]);
  expect([runtime.state, listeners.size]).toEqual(["stopped", 0]);
});

test("a runtime whose inbox cannot be closed has stopped", async () => {
  const { runtime, listeners } = await startRuntime({ inbox: { close: away } });
  await expect(runtime.stop()).rejects.toThrow("the database is away");
  expect([runtime.state, listeners.size]).toEqual(["stopped", 0]);
});
