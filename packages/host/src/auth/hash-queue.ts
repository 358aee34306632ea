import { BotwrightError, createBytePool } from "@botwright/core";

/** Runs the hashing of passwords, of which each takes a thread of Node's pool for a quarter of a second. */
export interface HashQueue {
  /**
   * Runs a task when its turn has come. Clients take turns, so that one with many passwords delays itself.
   *
   * @param client such as a network address
   * @throws {BotwrightError} `LOGINS_BUSY` when too many wait
   */
  run<Result>(client: string, task: () => Promise<Result>): Promise<Result>;
}

/** Hashes at once: half of the threads of Node's pool (libuv), as files and names of servers need it too. */
const MAX_ACTIVE = 2;

/** Hashes that wait: the last one waits for seven seconds, which a person may still do. */
const MAX_WAITING = 50;

/** Of one client, which is many people where they share an address: a fifth of the queue. */
const MAX_WAITING_OF_CLIENT = 10;

/** Creates the {@link HashQueue} of a node. */
export function createHashQueue(): HashQueue {
  // The pool's unit is a hash here, in place of a byte.
  const pool = createBytePool<string>({ capacity: MAX_ACTIVE });
  /** Hashes that wait, by client. */
  const waiting = new Map<string, number>();
  let sum = 0;

  function count(client: string, change: 1 | -1): void {
    const own = (waiting.get(client) ?? 0) + change;
    sum += change;
    if (own === 0) waiting.delete(client);
    else waiting.set(client, own);
  }

  function turn(client: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    count(client, 1);
    const grant = (): void => {
      count(client, -1);
      resolve();
    };
    pool.push({ owner: client, bytes: 1, grant });
    pool.serve();
    return promise;
  }

  return {
    async run(client, task) {
      const own = waiting.get(client) ?? 0;
      if (sum >= MAX_WAITING || own >= MAX_WAITING_OF_CLIENT) throw loginsBusy();
      await turn(client);
      try {
        return await task();
      } finally {
        pool.add(client, -1);
        pool.serve();
      }
    },
  };
}

/** The code of {@link loginsBusy}. */
export const LOGINS_BUSY = "LOGINS_BUSY";

/** The error of a password while too many others wait. */
export function loginsBusy(): BotwrightError {
  return new BotwrightError("too many people log in at this moment: try again in half a minute", {
    code: LOGINS_BUSY,
  });
}
