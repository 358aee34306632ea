import { BotwrightError } from "@botwright/core";
import { createTurnQueue, type TurnQueue } from "../queues/turn-queue.ts";

/**
 * Runs the hashing of passwords. Each hash occupies a thread of Node's pool for a quarter of a second. A client of the
 * queue is, for example, a network address.
 */
export type HashQueue = TurnQueue<string>;

/** Hashes at once: half of the threads of Node's pool (libuv), because file access and DNS need the pool too. */
const MAX_ACTIVE = 2;

/** Hashes that wait: the last one waits for about seven seconds, which a person still accepts. */
const MAX_WAITING = 50;

/** Hashes of one client that wait: a fifth of the queue, because many people may share one address. */
const MAX_WAITING_OF_CLIENT = 10;

/** Creates the {@link HashQueue} of a node. */
export function createHashQueue(): HashQueue {
  return createTurnQueue({
    active: MAX_ACTIVE,
    waiting: MAX_WAITING,
    waitingOfClient: MAX_WAITING_OF_CLIENT,
    busy: loginsBusy,
  });
}

/** The code of {@link loginsBusy}. */
export const LOGINS_BUSY = "LOGINS_BUSY";

/** The error of a hash when too many others wait. */
export function loginsBusy(): BotwrightError {
  return new BotwrightError("too many people log in at this moment: try again in half a minute", {
    code: LOGINS_BUSY,
  });
}
