import { type Clock, systemClock } from "@botwright/core";

/** Options of a feed that polls the database. */
export interface PollerOptions {
  /** Milliseconds between two reads of the database. @default 1000 */
  readonly everyMs?: number;
  readonly clock?: Clock;
}

/** The handle with which one subscriber uses a shared read. */
interface SharedRead<Row> extends Disposable {
  readonly read: () => Promise<Row>;
}

/** Polls the database for the subscribers of a feed. */
export interface Poller {
  /**
   * Yields the result of `read` again and again. It reads next only after the subscriber has consumed the last result
   * and `everyMs` have passed, so that results do not queue up for a slow subscriber. Ends when the signal is aborted
   * or the poller is closed.
   */
  until<Row>(signal: AbortSignal, read: () => Promise<Row>): AsyncIterable<Row>;
  /** Makes a read that all subscribers share: of all calls within `everyMs`, only the first one reads. */
  share<Row>(read: () => Promise<Row>): () => Promise<Row>;
  /** Makes a read that all subscribers of one account share, until the last of them has disposed of its handle. */
  shareOfAccounts<Row>(read: (userId: number) => Promise<Row>): (userId: number) => SharedRead<Row>;
  /** Ends all subscriptions. */
  close(): void;
}

/** Creates a poller, by which a feed notices what any node writes into the database. */
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

  /** Waits `everyMs`, or until the signal is aborted, so that a host that stops need not wait for the timer. */
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
      // The absolute difference, so that it also reads again after the clock was set back.
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
