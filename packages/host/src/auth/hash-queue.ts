import { BotwrightError } from "@botwright/core";
import { createTurnQueue, type TurnQueue } from "../queues/turn-queue.ts";

/**
 * Runs the hashing of passwords, of which each takes a thread of Node's pool for a quarter of a second. A client is
 * such as a network address.
 */
export type HashQueue = TurnQueue<string>;

/** Hashes at once: half of the threads of Node's pool (libuv), as files and names of servers need it too. */
const MAX_ACTIVE = 2;

/** Hashes that wait: the last one waits for seven seconds, which a person may still do. */
const MAX_WAITING = 50;

/** Of one client, which is many people where they share an address: a fifth of the queue. */
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

/** The error of a password while too many others wait. */
export function loginsBusy(): BotwrightError {
  return new BotwrightError("too many people log in at this moment: try again in half a minute", {
    code: LOGINS_BUSY,
  });
}
