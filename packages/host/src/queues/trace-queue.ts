import { searchesBusy } from "./search-queue.ts";
import { createTurnQueue, type TurnQueue } from "./turn-queue.ts";

/** Runs the reads of traces and records for accounts: each holds a run's whole journal in memory, several times over. */
export type TraceQueue = TurnQueue<number>;

/** Reads at once: a journal of 32 MiB takes several times as much memory while it is read. */
const MAX_ACTIVE = 2;

/** Of one account. */
const MAX_ACTIVE_OF_ACCOUNT = 1;

/** Reads that wait. */
const MAX_WAITING = 100;

/** Of one account: many more than a person opens pages. */
const MAX_WAITING_OF_ACCOUNT = 20;

/** Creates the {@link TraceQueue} of a node. */
export function createTraceQueue(): TraceQueue {
  return createTurnQueue({
    active: MAX_ACTIVE,
    activeOfClient: MAX_ACTIVE_OF_ACCOUNT,
    waiting: MAX_WAITING,
    waitingOfClient: MAX_WAITING_OF_ACCOUNT,
    busy: searchesBusy,
  });
}
