import { BotwrightError } from "@botwright/core";
import { createTurnQueue, type TurnQueue } from "./turn-queue.ts";

/** Runs reads for accounts that take much of a node: in turn, some of an account at once. */
export type ReadQueue = TurnQueue<number>;

/** Reads that wait. */
const MAX_WAITING = 100;

/** Of one account: many more than a person begins by typing, or opens pages. */
const MAX_WAITING_OF_ACCOUNT = 20;

/** Creates the queue of a node's searches: most of its connections to the database are left for messages. */
export function createSearchQueue(): ReadQueue {
  return createReadQueue({ active: 4, activeOfClient: 2 });
}

/**
 * Creates the queue of a node's reads of traces and records: a journal of 32 MiB takes several times as much memory
 * while it is read.
 */
export function createTraceQueue(): ReadQueue {
  return createReadQueue({ active: 2, activeOfClient: 1 });
}

/** @param most reads at once, and of them of one account */
function createReadQueue(most: {
  readonly active: number;
  readonly activeOfClient: number;
}): ReadQueue {
  return createTurnQueue({
    ...most,
    waiting: MAX_WAITING,
    waitingOfClient: MAX_WAITING_OF_ACCOUNT,
    busy: readsBusy,
  });
}

function readsBusy(): BotwrightError {
  return new BotwrightError("too many searches and traces wait: try again when they have ended", {
    code: "SEARCHES_BUSY",
  });
}
