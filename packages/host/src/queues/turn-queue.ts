import { type BotwrightError, createBytePool } from "@botwright/core";

/** Options of {@link createTurnQueue}. */
export interface TurnQueueOptions {
  /** Tasks that run at once, of all clients together. */
  readonly active: number;
  /** Of one client. @default half of `active` for one that is alone, less for each of several */
  readonly activeOfClient?: number;
  /** Tasks that wait. */
  readonly waiting: number;
  /** Of one client. */
  readonly waitingOfClient: number;
  /** The error of a task that may not wait any more. */
  readonly busy: () => BotwrightError;
}

/** Runs few tasks at once, and lets the others wait. */
export interface TurnQueue<Client> {
  /**
   * Runs a task when its turn has come. Clients take turns, so that one with many tasks delays itself.
   *
   * @throws {BotwrightError} `busy` when too many wait
   */
  run<Result>(client: Client, task: () => Promise<Result>): Promise<Result>;
}

/**
 * Creates a {@link TurnQueue}.
 *
 * @example
 * const queue = createTurnQueue<number>({ active: 4, waiting: 100, waitingOfClient: 20, busy });
 * await queue.run(userId, () => search(text));
 */
export function createTurnQueue<Client>(options: TurnQueueOptions): TurnQueue<Client> {
  const { active, activeOfClient, waiting: mayWait, waitingOfClient, busy } = options;
  // The pool's unit is a task here, in place of a byte.
  const pool = createBytePool<Client>({
    capacity: active,
    ...(activeOfClient !== undefined && { perOwner: activeOfClient }),
  });
  /** Tasks that wait, by client. */
  const waiting = new Map<Client, number>();
  let sum = 0;

  function count(client: Client, change: 1 | -1): void {
    const own = (waiting.get(client) ?? 0) + change;
    sum += change;
    if (own === 0) waiting.delete(client);
    else waiting.set(client, own);
  }

  function turn(client: Client): Promise<void> {
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
      if (sum >= mayWait || own >= waitingOfClient) throw busy();
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
