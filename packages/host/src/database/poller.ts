import { type Clock, systemClock } from "@botwright/core";

/** How often a feed looks into the database. */
export interface PollerOptions {
  /** Milliseconds between looks. @default 1000 */
  readonly everyMs?: number;
  readonly clock?: Clock;
}

/** A reader's part of a read that is shared. */
interface SharedRead<Row> extends Disposable {
  readonly read: () => Promise<Row>;
}

/** The looks of a feed. */
export interface Poller {
  /**
   * Gives what is read now, and again when the reader has taken that up and a pause is over, so that nothing
   * piles up for a slow reader. Ends with the signal or with the feed.
   */
  until<Row>(signal: AbortSignal, read: () => Promise<Row>): AsyncIterable<Row>;
  /** Makes a read that is the same for all readers: of those between two looks, the first one reads for all. */
  share<Row>(read: () => Promise<Row>): () => Promise<Row>;
  /** Makes a read that all readers of one account share, for as long as one of them has not disposed of it. */
  shareOfAccounts<Row>(read: (userId: number) => Promise<Row>): (userId: number) => SharedRead<Row>;
  /** Ends all. */
  close(): void;
}

/** Creates the looks of a feed that watches the database for what any node writes. */
export function createPoller({ everyMs = 1000, clock = systemClock }: PollerOptions): Poller {
  const closing = new AbortController();

  async function* until<Row>(
    signal: AbortSignal,
    read: () => Promise<Row>,
  ): AsyncGenerator<Row, void> {
    const ending = AbortSignal.any([signal, closing.signal]);
    while (!ending.aborted) {
      yield await read();
      await pause(ending);
    }
  }

  /** Holds no process: a host that ends does not wait for it. */
  async function pause(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(everyMs, resolve);
    const onAbort = (): void => resolve();
    signal.addEventListener("abort", onAbort, { once: true });
    await promise;
    signal.removeEventListener("abort", onAbort);
    cancel();
  }

  function share<Row>(read: () => Promise<Row>): () => Promise<Row> {
    let latest: { readonly at: number; readonly row: Promise<Row> } | undefined;
    return () => {
      const at = clock.now();
      // A clock that was put back reads again.
      if (latest === undefined || Math.abs(at - latest.at) >= everyMs) latest = { at, row: read() };
      return latest.row;
    };
  }

  function shareOfAccounts<Row>(
    read: (userId: number) => Promise<Row>,
  ): (userId: number) => SharedRead<Row> {
    const shared = new Map<number, { readonly read: () => Promise<Row>; readers: number }>();
    return (userId) => {
      const own = shared.get(userId) ?? { read: share(() => read(userId)), readers: 0 };
      shared.set(userId, own);
      own.readers += 1;
      return {
        read: own.read,
        [Symbol.dispose]() {
          own.readers -= 1;
          if (own.readers === 0) shared.delete(userId);
        },
      };
    };
  }

  return { until, share, shareOfAccounts, close: () => closing.abort() };
}
