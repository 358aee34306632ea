import { expect, test } from "vitest";
import { createPluginAccounts, type UsageAccount } from "../src/main/fairness/usage-account.ts";
import { PostedSlices } from "../src/main/threads/posted-slices.ts";
import { createDispatch, type Dispatch } from "../src/main/threads/slice-dispatch.ts";
import type { WorkerThread } from "../src/main/threads/task.ts";
import { idleWorker } from "./fake-worker.ts";

function createAccount(hasRivals: boolean): UsageAccount {
  return createPluginAccounts({ isContended: () => hasRivals, onOver: () => {} }).plugin;
}

/** A dispatch with one worker, which runs a slice when it is told to. */
function createOneWorker(): OneWorker {
  const slices = new PostedSlices();
  const posted: string[] = [];
  let last = 0;
  let ran = 0;
  const worker: WorkerThread = {
    ...idleWorker,
    get inFlight() {
      return slices.inFlight;
    },
    get expectedMs() {
      return slices.expectedMs;
    },
    inFlightOf: (plugin) => slices.inFlightOf(plugin),
  };
  const dispatch = createDispatch({
    fast: new Set([worker]),
    slow: new Set(),
    openSlow: () => {},
    isBroken: () => false,
    takeLoader: () => undefined,
    returnLoader: () => {},
  });
  return {
    dispatch,
    posted,
    runNext() {
      slices.settle(++ran);
      dispatch.pump();
    },
    add(account, name) {
      dispatch.add({
        kind: "call",
        account,
        thread: worker,
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
  readonly add: (account: UsageAccount, name: string) => void;
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
