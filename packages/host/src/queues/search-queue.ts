import { BotwrightError } from "@botwright/core";
import { createTurnQueue, type TurnQueue } from "./turn-queue.ts";

/** Runs the searches of accounts: each has a connection of the database for as long as it looks. */
export type SearchQueue = TurnQueue<number>;

/** Searches at once, so that most of a node's connections are left for messages. */
const MAX_ACTIVE = 4;

/** Of one account. */
const MAX_ACTIVE_OF_ACCOUNT = 2;

/** Searches that wait. */
const MAX_WAITING = 100;

/** Of one account: many more than a person begins by typing. */
const MAX_WAITING_OF_ACCOUNT = 20;

/** Creates the {@link SearchQueue} of a node. */
export function createSearchQueue(): SearchQueue {
  return createTurnQueue({
    active: MAX_ACTIVE,
    activeOfClient: MAX_ACTIVE_OF_ACCOUNT,
    waiting: MAX_WAITING,
    waitingOfClient: MAX_WAITING_OF_ACCOUNT,
    busy: searchesBusy,
  });
}

/** The error of a search, a trace or a record while too many others wait. */
export function searchesBusy(): BotwrightError {
  return new BotwrightError("too many searches and traces wait: try again when they have ended", {
    code: "SEARCHES_BUSY",
  });
}
