import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { HostWork } from "../src/main/fairness/host-work.ts";
import {
  createPluginAccounts,
  type PluginAccounts,
  type UsageAccount,
} from "../src/main/fairness/usage-account.ts";
import { restoreThreadTimes, setThreadTimes } from "./thread-clock.ts";

const createAccounts = (isContended = true): PluginAccounts =>
  createPluginAccounts({ isContended: () => isContended, onOver: () => {} });

const createAccount = (isContended = true): UsageAccount =>
  createAccounts(isContended).installation(1);

/** The time: it moves only when a test sets it, however long the machine takes. */
let now = 0;
/** Milliseconds that this thread has computed. */
let computed = 0;

let createHostWork: () => HostWork;

beforeEach(async () => {
  now = 0;
  setThreadTimes({ now: () => now, computed: () => computed, waited: () => 0 });
  ({ createHostWork } = await import("../src/main/fairness/host-work.ts"));
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  restoreThreadTimes();
});

/** Computes for so long. */
function burn(ms: number): void {
  now += ms;
  computed += ms;
}

/** Computes in three promise jobs, one after another. */
async function burnInPromises(): Promise<void> {
  for (let job = 0; job < 3; job++) {
    await Promise.resolve();
    burn(0.2);
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets so much time pass in which no plugin computes. */
async function pass(ms: number): Promise<void> {
  now += ms;
  vi.advanceTimersByTime(ms);
  await turn();
}

test("what is short is done at once", () => {
  const work = createHostWork();
  let done = 0;
  for (let index = 0; index < 5; index++) work.run(createAccount(), () => done++);
  expect(done).toBe(5);
});

test("long work leaves turns of the event loop to others, and keeps its order", async () => {
  const work = createHostWork();
  const account = createAccount(false);
  const done: number[] = [];
  let turns = 0;
  for (let index = 0; index < 50; index++) {
    work.run(account, () => {
      burn(2);
      done.push(index);
    });
  }
  expect(done.length).toBeLessThan(5);
  while (done.length < 50) {
    await turn();
    turns++;
  }
  expect(turns).toBeGreaterThan(40);
  expect(done).toEqual(Array.from({ length: 50 }, (_, index) => index));
});

test("so do steps that a long step begins; those of a short one are part of it", async () => {
  const work = createHostWork();
  const account = createAccount(false);
  const done: string[] = [];
  const begin = (name: string, ms: number): void =>
    work.run(account, () => {
      burn(ms);
      done.push(name);
    });
  work.run(account, () => {
    begin("at once", 1);
    begin("at once too", 1);
    begin("later", 5);
    begin("at last", 5);
    done.push("outer");
  });
  expect(done).toEqual(["at once", "at once too", "outer"]);
  await turn();
  expect(done.slice(3)).toEqual(["later"]);
  await turn();
  expect(done.slice(4)).toEqual(["at last"]);
});

test("a step that runs within one of another account leaves that one its own", () => {
  const work = createHostWork();
  const [outer, inner] = [createAccount(), createAccount()];
  const done: string[] = [];
  work.run(outer, () => {
    work.run(inner, () => done.push("inner"));
    work.run(outer, () => done.push("outer"));
    expect(done).toEqual(["inner", "outer"]);
  });
});

test("accounts take turns", async () => {
  const work = createHostWork();
  const [many, one] = [createAccount(), createAccount()];
  const done: string[] = [];
  for (let index = 0; index < 30; index++) {
    work.run(many, () => {
      burn(1);
      done.push("many");
    });
  }
  const own = Promise.withResolvers<void>();
  work.run(one, () => {
    done.push("one");
    own.resolve();
  });
  await own.promise;
  expect(done.length).toBeLessThan(12);
});

test("a plugin has half a millisecond of a turn, and another one the rest", async () => {
  const work = createHostWork();
  const [many, one] = [createAccount(), createAccount()];
  const done: string[] = [];
  const step = (account: UsageAccount, name: string): void =>
    work.run(account, () => {
      burn(0.3);
      done.push(name);
    });
  for (let index = 0; index < 6; index++) step(many, "many");
  // The turn is not over for others.
  step(one, "one");
  expect(done).toEqual(["many", "many", "one"]);
  await turn();
  expect(done.slice(3)).toEqual(["many", "many"]);
  await turn();
  expect(done.slice(5)).toEqual(["many", "many"]);
});

test("what a step leaves to promises is part of its time", async () => {
  const work = createHostWork();
  const [many, one] = [createAccount(), createAccount()];
  const done: string[] = [];
  const step = (account: UsageAccount, name: string): void =>
    work.run(account, () => {
      done.push(name);
      void burnInPromises();
    });
  for (let index = 0; index < 20; index++) step(many, "many");
  // Nothing is known of their promises yet, so only a few have run.
  expect(done).toHaveLength(8);
  step(one, "one");
  // Each has 0.6 ms of promises: those eight have used up this turn. The next may wait until they are charged.
  while (done.length < 10) await turn();
  expect(done.slice(8).toSorted()).toEqual(["many", "one"]);
  // One uses up the plugin's part of a turn.
  await turn();
  expect(done.slice(10)).toEqual(["many"]);
});

test("what cannot wait is charged once, to whom it is for, also in the middle of a step", async () => {
  const work = createHostWork();
  // Each has 30 ms to use, and loses what a step takes beyond half a millisecond.
  const [one, other] = [createAccount(), createAccount()];
  work.run(one, () => {
    burn(5);
    work.runNow(one, () => burn(20));
    work.runNow(other, () => burn(20));
  });
  // Long steps are charged when Node has told of collections in them.
  for (let count = 0; count < 3; count++) await turn();
  expect([one.stepDelayMs(), other.stepDelayMs()]).toEqual([0, 0]);
  work.runNow(other, () => burn(20));
  for (let count = 0; count < 3; count++) await turn();
  expect(one.stepDelayMs()).toBe(0);
  expect(other.stepDelayMs()).toBeGreaterThan(0);
});

test("the installations of a plugin share its time, and take turns", async () => {
  const work = createHostWork();
  const { installation } = createAccounts();
  const done: number[] = [];
  for (let index = 0; index < 9; index++) {
    const userId = index % 3;
    work.run(installation(userId), () => {
      burn(0.3);
      done.push(userId);
    });
  }
  expect(done).toEqual([0, 1]);
  work.run(createAccount(), () => done.push(7));
  expect(done).toEqual([0, 1, 7]);
  while (done.length < 10) await turn();
  expect(done.slice(3)).toEqual([2, 0, 1, 2, 0, 1, 2]);
});

test("a plugin that has used up its budget of main-thread time waits, and others do not", async () => {
  const work = createHostWork();
  const [greedy, other] = [createAccount(), createAccount()];
  work.run(greedy, () => burn(76));
  const done: string[] = [];
  work.run(greedy, () => done.push("greedy"));
  for (let index = 0; index < 3; index++) {
    await turn();
    work.run(other, () => done.push("other"));
  }
  // It has used 76 ms, of which 30.5 were its own; 8 come back in a second.
  for (let second = 0; second < 5; second++) await pass(1000);
  expect(done).toEqual(["other", "other", "other"]);
  await pass(1000);
  expect(done).toEqual(["other", "other", "other", "greedy"]);
});

test("time in which this thread had no core is not charged", async () => {
  const work = createHostWork();
  const account = createAccount();
  work.run(account, () => {
    now += 100;
  });
  await turn();
  let isDone = false;
  work.run(account, () => (isDone = true));
  await turn();
  expect(isDone).toBe(true);
});
