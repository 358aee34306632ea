import { expect, onTestFinished, test, vi } from "vitest";
import { createPluginAccounts, type UsageAccount } from "../src/main/fairness/usage-account.ts";
import { PostedSlices, type SlicePrediction } from "../src/main/threads/posted-slices.ts";
import { createDispatch, type Dispatch } from "../src/main/threads/slice-dispatch.ts";
import type { WorkerThread } from "../src/main/threads/task.ts";
import { idleWorker, NO_WORKERS } from "./fake-worker.ts";

function createAccount(hasRivals: boolean): UsageAccount {
  return createPluginAccounts({ isContended: () => hasRivals, onOver: () => {} }).plugin;
}

/** A worker that has these slices. */
function workerWith(slices: PostedSlices): WorkerThread {
  return {
    ...idleWorker,
    get inFlight() {
      return slices.inFlight;
    },
    get expectedMs() {
      return slices.expectedMs;
    },
    inFlightOf: (plugin) => slices.inFlightOf(plugin),
  };
}

/** A dispatch with one worker, which runs a slice when it is told to. */
function createOneWorker(): OneWorker {
  const slices = new PostedSlices();
  const posted: string[] = [];
  let last = 0;
  let ran = 0;
  const worker = workerWith(slices);
  const dispatch = createDispatch({
    ...NO_WORKERS,
    fast: new Set([worker]),
  });
  return {
    dispatch,
    posted,
    runNext() {
      slices.settle(++ran);
      dispatch.pump();
    },
    add(account, name, where = "here") {
      dispatch.add({
        kind: "call",
        account,
        thread: where === "here" ? worker : undefined,
        post() {
          slices.add(++last, account);
          posted.push(name);
        },
        leave: () => {},
        fail: () => {},
      });
    },
  };
}

interface OneWorker {
  readonly dispatch: Dispatch;
  /** Names of the slices that were posted. */
  readonly posted: string[];
  readonly runNext: () => void;
  /** Adds a slice that waits for this worker, or that any worker of its class may run. */
  readonly add: (account: UsageAccount, name: string, where?: "here" | "anywhere") => void;
}

/** As after many short slices: by this prediction, ten of them are one millisecond. */
function predictShort(account: UsageAccount): UsageAccount {
  for (let slice = 0; slice < 50; slice++) account.chargeSlice(0.1, false);
  return account;
}

test("a plugin with many slices has two in a worker while others are active, however short they seem", () => {
  const { add, posted, runNext } = createOneWorker();
  const many = predictShort(createAccount(true));
  for (let slice = 0; slice < 9; slice++) add(many, "many");
  expect(posted).toEqual(["many", "many"]);
  // So the next plugin waits for two at most, and is served before the others.
  const other = predictShort(createAccount(true));
  add(other, "other");
  runNext();
  expect(posted).toContain("other");
});

test("alone, it has as many as are predicted to take a millisecond", () => {
  const { add, posted, dispatch } = createOneWorker();
  const many = predictShort(createAccount(false));
  for (let slice = 0; slice < 20; slice++) add(many, "many");
  expect(posted.length).toBeGreaterThan(8);
  expect(posted.length).toBeLessThan(12);
  dispatch.clear();
});

test("a call that waits for a slow worker gets a fast one when its plugin is no longer slow", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { add, posted, dispatch } = createOneWorker();
  const [quick, slow] = [createAccount(true), createAccount(true)];
  // One pause of the machine is enough to be taken for slow, and it was the other's second time.
  quick.becomeSlow();
  for (let time = 0; time < 2; time++) slow.becomeSlow();
  add(slow, "slow", "anywhere");
  add(quick, "quick", "anywhere");
  dispatch.pump();
  expect(posted).toEqual([]);
  vi.advanceTimersByTime(501);
  dispatch.pump();
  expect(posted).toEqual(["quick"]);
  dispatch.clear();
});

test("beside slow workers, plugins on probation have a worker one by one, and only if it can be replaced", () => {
  const posted: string[] = [];
  const slices = [new PostedSlices(), new PostedSlices()];
  const fast = slices.map(workerWith);
  const slow = new Set<WorkerThread>();
  const running: (() => void)[] = [];
  const end = (): void => {
    for (const settle of running.splice(0)) settle();
    dispatch.pump();
  };
  let room = 0;
  let last = 0;
  const dispatch = createDispatch({
    ...NO_WORKERS,
    fast: new Set(fast),
    slow,
    roomForSlow: () => room,
  });
  const add = (account: UsageAccount, name: string): void =>
    dispatch.add({
      kind: "call",
      account,
      thread: undefined,
      post(thread) {
        const of = slices[fast.indexOf(thread)];
        const task = ++last;
        of?.add(task, account);
        running.push(() => of?.settle(task));
        posted.push(name);
      },
      leave: () => {},
      fail: () => {},
    });
  const known = predictShort(createAccount(true));
  add(createAccount(true), "before there are slow workers");
  end();
  slow.add(idleWorker);
  add(createAccount(true), "one");
  add(createAccount(true), "two");
  add(known, "known");
  expect(posted).toEqual(["before there are slow workers", "known"]);
  room = 2;
  add(createAccount(true), "three");
  expect(posted.slice(2)).toEqual(["one"]);
  end();
  expect(posted.slice(3)).toEqual(["two"]);
  // The last place among the slow workers is for those that were never slow.
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const suspect = createAccount(true);
  suspect.becomeSlow();
  vi.advanceTimersByTime(1000);
  room = 1;
  add(suspect, "suspect");
  end();
  expect(posted.slice(4)).toEqual(["three"]);
  end();
  expect(posted).toHaveLength(5);
  room = 2;
  dispatch.pump();
  expect(posted.slice(5)).toEqual(["suspect"]);
  dispatch.clear();
});

/** A plugin that computes so long that its slices are expected to take this many milliseconds. */
function createSlow(expectedMs: number): UsageAccount {
  const account = createAccount(true);
  account.becomeSlow();
  for (let slice = 0; slice < 30; slice++) account.chargeSlice(expectedMs, false);
  return account;
}

test("heavy plugins have one slow worker, and never all; each kind gets one where it has none", () => {
  const slow = new Set<WorkerThread>();
  const posted: string[] = [];
  const dispatch = createDispatch({
    ...NO_WORKERS,
    slow,
    openSlow() {
      const slices = new PostedSlices();
      slow.add(
        Object.assign(workerWith(slices), {
          postSlice: (_message: unknown, prediction: SlicePrediction) => slices.add(1, prediction),
        }),
      );
    },
  });
  const add = (account: UsageAccount, name: string): void =>
    dispatch.add({
      kind: "call",
      account,
      thread: undefined,
      post(thread) {
        thread.postSlice({ type: "end", task: 1 }, account);
        posted.push(name);
      },
      leave: () => {},
      fail: () => {},
    });
  const heavy = createSlow(500);
  add(heavy, "heavy");
  add(heavy, "heavy again");
  add(createSlow(400), "another heavy one");
  expect([posted, slow.size]).toEqual([["heavy"], 1]);
  // Not behind the heavy one: in a worker of its own, in which no other heavy one begins.
  add(createSlow(15), "slow");
  expect([posted, slow.size]).toEqual([["heavy", "slow"], 2]);
  // Two that compute for a moment share a worker: neither waits for long.
  add(createSlow(15), "another slow one");
  expect([posted, slow.size]).toEqual([["heavy", "slow"], 2]);
  dispatch.clear();
});
