import { type BotwrightError, createBytePool } from "@botwright/core";

/** Options of {@link createTurnQueue}. */
export interface TurnQueueOptions {
  /** Tasks that run at once, of all clients together. */
  readonly active: number;
  /** Tasks of one client that run at once. @default half of `active` for the only client, less for each of several */
  readonly activeOfClient?: number;
  /** Tasks of all clients that may wait. */
  readonly waiting: number;
  /** Tasks of one client that may wait. */
  readonly waitingOfClient: number;
  /** Makes the error that `run` throws when too many tasks wait. */
  readonly busy: () => BotwrightError;
}

/** Runs a limited number of tasks at once, and lets the others wait. */
export interface TurnQueue<Client> {
  /**
   * Runs a task when its turn has come. Clients take turns, so that a client with many tasks delays only itself.
   *
   * @throws {BotwrightError} `busy` when too many tasks wait
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
  // The pool counts tasks here instead of bytes.
  const pool = createBytePool<Client>({
    capacity: active,
    ...(activeOfClient !== undefined && { perOwner: activeOfClient }),
  });
  /** The number of waiting tasks of each client. */
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
