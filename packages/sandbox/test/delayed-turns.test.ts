import { expect, test } from "vitest";
import { loadInWorker } from "../src/main/load-in-worker.ts";
import { DEFAULT_LIMITS } from "../src/main/limits.ts";
import { createPluginAccounts, type UsageAccount } from "../src/main/fairness/usage-account.ts";
import { CLOSED } from "../src/protocol/errors.ts";
import type { Pool } from "../src/main/threads/pool.ts";
import { createDispatch } from "../src/main/threads/slice-dispatch.ts";
import { createWorkerTask } from "./create-worker-task.ts";
import { idleWorker, NO_WORKERS } from "./fake-worker.ts";

/** A pool with one worker that is free. It takes one slice, and is closed for those that come after it. */
function createShortPool(): Pool {
  const dispatch = createDispatch({
    ...NO_WORKERS,
    fast: new Set([idleWorker]),
    takeLoader: () => idleWorker,
  });
  let isClosed = false;
  return {
    start: async () => {},
    schedule(slice) {
      if (isClosed) return slice.fail(CLOSED);
      isClosed = true;
      dispatch.add(slice);
    },
    cancel: dispatch.remove,
    endLoad: dispatch.endLoad,
    forget: () => {},
    close: async () => {},
  };
}

/** An account whose calls and loads have to wait, because it has broken limits too often. */
function createDelayedAccount(): UsageAccount {
  const accounts = createPluginAccounts({ isContended: () => true, onOver: () => {} });
  const account = accounts.installation(1);
  while (account.startDelayMs() === 0) account.chargeBrokenLimit();
  return account;
}

test("a call that has to wait for its account's budget has used no turn", async () => {
  const account = createDelayedAccount();
  const failed = await new Promise((resolve) => {
    createWorkerTask({ pool: createShortPool(), account, onFailed: resolve }).start();
  });
  expect(failed).toEqual(CLOSED);
  expect([account.virtualMs, account.plugin.virtualMs]).toEqual([0, 0]);
});

test("neither has a file that has to wait until it is loaded", async () => {
  const { plugin: account } = createDelayedAccount();
  while (account.loadDelayMs() === 0) account.chargeBrokenLimit();
  const outcome = await loadInWorker({
    pool: createShortPool(),
    account,
    source: "",
    kind: "load",
    limits: DEFAULT_LIMITS,
    onStrike: () => {},
  });
  expect(outcome).toMatchObject({ ok: false, failure: CLOSED });
  expect(account.virtualMs).toBe(0);
});
