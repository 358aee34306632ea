import type { UsageAccount } from "./usage-account.ts";

/** Bytes reserved for an answer, from before the host fetches it until the guest has received it. */
export interface Reservation {
  /** Replaces the estimate by the answer's actual size. */
  resize(bytes: number): void;
  /** Returns the bytes; further calls have no effect. */
  readonly release: () => void;
}

/** Bounds the bytes of all answers in transit to guests. */
export interface ByteBudget {
  /**
   * Reserves bytes now or later; the returned function cancels the request. A request that exceeds a
   * plugin's share is granted when the plugin has no other reservation.
   */
  reserve(
    account: UsageAccount,
    bytes: number,
    granted: (reservation: Reservation) => void,
  ): () => void;
}

/** Options of {@link createByteBudget}. */
export interface ByteBudgetOptions {
  /** Bytes for all plugins together. */
  readonly total: number;
  /** Bytes for one plugin. */
  readonly perPlugin: number;
}

interface WaitingRequest {
  readonly plugin: UsageAccount;
  readonly bytes: number;
  readonly granted: (reservation: Reservation) => void;
}

/**
 * Creates a {@link ByteBudget}: when it is exhausted, host calls wait (back-pressure) and do not allocate.
 *
 * Plugins take turns. A request larger than a plugin's share, or than the total, is granted when nothing
 * else is used, so that every request is granted eventually.
 */
export function createByteBudget({ total, perPlugin }: ByteBudgetOptions): ByteBudget {
  const usedBy = new Map<UsageAccount, number>();
  /** Waiting requests by plugin, in order; the plugin at the front is served next. */
  const waiting = new Map<UsageAccount, WaitingRequest[]>();
  let used = 0;

  function fitsShare({ plugin, bytes }: WaitingRequest): boolean {
    const share = usedBy.get(plugin) ?? 0;
    return share === 0 || share + bytes <= perPlugin;
  }

  const fitsTotal = ({ bytes }: WaitingRequest): boolean => used === 0 || used + bytes <= total;

  function add(plugin: UsageAccount, bytes: number): void {
    used += bytes;
    const sum = (usedBy.get(plugin) ?? 0) + bytes;
    if (sum === 0) usedBy.delete(plugin);
    else usedBy.set(plugin, sum);
  }

  /** Grants a request; a smaller actual size, or the release, may let others in. */
  function grant({ plugin, bytes, granted }: WaitingRequest): void {
    let held = bytes;
    add(plugin, held);
    const resize = (now: number): void => {
      const isLess = now < held;
      add(plugin, now - held);
      held = now;
      if (isLess) serve();
    };
    granted({ resize, release: () => resize(0) });
  }

  /** The next request that fits into its plugin's share. */
  function next(): WaitingRequest | undefined {
    for (const [request] of waiting.values())
      if (request !== undefined && fitsShare(request)) return request;
    return undefined;
  }

  /**
   * Grants waiting requests in turn until the next one does not fit into the total. It is not skipped for a
   * smaller one, which would let a large request starve.
   */
  function serve(): void {
    for (let request = next(); request !== undefined && fitsTotal(request); request = next()) {
      remove(request);
      grant(request);
    }
  }

  /** Removes a request and moves its plugin behind the others (round robin). */
  function remove(request: WaitingRequest): void {
    const own = waiting.get(request.plugin);
    const index = own?.indexOf(request) ?? -1;
    if (own === undefined || index < 0) return;
    own.splice(index, 1);
    waiting.delete(request.plugin);
    if (own.length > 0) waiting.set(request.plugin, own);
  }

  return {
    reserve({ plugin }, bytes, granted) {
      const request = { plugin, bytes, granted };
      const own = waiting.get(plugin);
      if (own === undefined) waiting.set(plugin, [request]);
      else own.push(request);
      serve();
      return () => {
        remove(request);
        // Requests behind it may fit now.
        serve();
      };
    },
  };
}
