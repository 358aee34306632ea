import { BotwrightError } from "@botwright/core";
import { createTurnQueue, type TurnQueue } from "./turn-queue.ts";

/** Runs expensive reads: accounts take turns, and each has a limit of reads at once. */
export type ReadQueue = TurnQueue<number>;

/** Reads of all accounts that may wait. */
const MAX_WAITING = 100;

/** Reads of one account that may wait: many more than a person causes by typing or opening pages. */
const MAX_WAITING_OF_ACCOUNT = 20;

/** Creates the queue of a node's searches. It leaves most connections to the database for the handling of messages. */
export function createSearchQueue(): ReadQueue {
  return createReadQueue({ active: 4, activeOfClient: 2 });
}

/**
 * Creates the queue of a node's reads of traces and records. Few run at once, because reading a journal of 32 MiB takes
 * several times as much memory.
 */
export function createTraceQueue(): ReadQueue {
  return createReadQueue({ active: 2, activeOfClient: 1 });
}

/** @param most reads that run at once: of all accounts, and of one account */
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
