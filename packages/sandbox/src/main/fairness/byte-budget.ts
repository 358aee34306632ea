import { type BytePool, type ByteRequest, createBytePool, PluginError } from "@botwright/core";
import type { BoundWatch } from "./bound-watch.ts";
import type { UsageAccount } from "./usage-account.ts";

/** Bytes reserved for an answer, from before the host fetches it until the guest has received it. */
export interface Reservation {
  /** Replaces the estimate by the answer's actual size. */
  resize(bytes: number): void;
  /** Returns the bytes; further calls have no effect. */
  readonly release: () => void;
}

/** Bounds the bytes of all answers in transit from the host to guests. */
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
  /** Whether a request for this number of bytes is small: large requests never delay it. */
  isSmall(bytes: number): boolean;
  /** Counts bytes that the host already holds, even beyond the bounds; later requests then wait longer. */
  hold(account: UsageAccount, bytes: number): Reservation;
}

/** Options of {@link createByteBudget}. */
export interface ByteBudgetOptions {
  /** Bytes for all plugins together. */
  readonly total: number;
  /** Bytes for one plugin. */
  readonly perPlugin: number;
}

/** The part of the total that only small requests may use. */
const RESERVED_PART = 1 / 8;

/**
 * The largest small request, as a part of the total: 1 MiB of 128 MiB. The answers of services are small. Those of
 * fetches and downloads are large, and a remote server decides how long they take: it may never answer.
 */
const SMALL_PART = 1 / 128;

/**
 * Creates a {@link ByteBudget}. When it is exhausted, host calls wait (back-pressure) and do not allocate.
 *
 * There are two pools. Every request waits for the common pool; a small request waits for the reserve too, and uses
 * the pool that grants it first. So a small request is not delayed by plugins whose large requests fill the common
 * pool or wait for it. A large request does not starve, because no small one overtakes it in the common pool.
 */
export function createByteBudget({ total, perPlugin }: ByteBudgetOptions): ByteBudget {
  const reservedBytes = Math.floor(total * RESERVED_PART);
  const smallBytes = Math.floor(total * SMALL_PART);
  const common = createBytePool<UsageAccount>({
    capacity: total - reservedBytes,
    perOwner: perPlugin,
  });
  const reserve = createBytePool<UsageAccount>({ capacity: reservedBytes, perOwner: perPlugin });

  const isSmall = (bytes: number): boolean => bytes <= smallBytes;

  /** Serves both pools: a small request that leaves one pool also leaves the queue of the other. */
  function serve(): void {
    common.serve();
    reserve.serve();
  }

  function createReservation(
    { owner, bytes }: Pick<ByteRequest<UsageAccount>, "owner" | "bytes">,
    granting: BytePool<UsageAccount>,
  ): Reservation {
    let pool = granting;
    let held = bytes;
    const resize = (now: number): void => {
      const isLess = now < held;
      const isMoved = pool === reserve && !isSmall(now);
      pool.add(owner, isMoved ? -held : now - held);
      if (isMoved) {
        pool = common;
        pool.add(owner, now);
      }
      held = now;
      if (isLess || isMoved) serve();
    };
    return { resize, release: () => resize(0) };
  }

  return {
    reserve({ plugin }, bytes, granted) {
      const pools = isSmall(bytes) ? [common, reserve] : [common];
      const leave = (): void => pools.forEach((pool) => pool.remove(request));
      const request: ByteRequest<UsageAccount> = {
        owner: plugin,
        bytes,
        grant(pool) {
          leave();
          granted(createReservation(request, pool));
        },
      };
      for (const pool of pools) pool.push(request);
      serve();
      return () => {
        leave();
        // Requests behind the cancelled one may fit now.
        serve();
      };
    },
    isSmall,
    hold({ plugin: owner }, bytes) {
      common.add(owner, bytes);
      return createReservation({ owner, bytes }, common);
    },
  };
}

/** What {@link AnswerBytes} needs. */
interface AnswerBytesOptions {
  readonly budget: ByteBudget;
  readonly account: UsageAccount;
  readonly waits: BoundWatch;
  /** Called when a host call need not wait any more; it goes on with `goOn`. */
  readonly onGranted: (goOn: () => void) => void;
}

/** Bytes for the answer of one host call. */
interface WantedBytes {
  /** The number of its request. */
  readonly id: number;
  readonly operation: string;
  readonly expected: number;
  readonly keep: (reservation: Reservation) => void;
  /** Aborted when the host call no longer needs its answer. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Reserves bytes, unless the signal is aborted. Returns a promise that resolves when the bytes are reserved, or
 * `undefined` when the caller need not wait.
 */
export type Reserve = (signal?: AbortSignal) => Promise<void> | undefined;

/** The bytes reserved for the answers of one call of a handler, and the host calls of that call that wait for bytes. */
export class AnswerBytes {
  private readonly options: AnswerBytesOptions;
  /** The functions that end a host call's wait, by the number of its request. */
  private readonly waiting = new Map<number, (isRefused?: true) => void>();
  /** Settles when the last queued request for a large answer has ended its wait. */
  private lastWait: Promise<unknown> | undefined;
  private isLeft = false;

  constructor(options: AnswerBytesOptions) {
    this.options = options;
  }

  /**
   * Reserves bytes for an answer. The large answers of one call wait one after another, so that other calls of the
   * plugin get bytes in between. Rejects with `CALL_ENDED` if the call has ended and the request would have to wait.
   */
  reserve(wanted: WantedBytes): ReturnType<Reserve> {
    if (this.options.budget.isSmall(wanted.expected)) return this.ask(wanted);
    const ask = (): ReturnType<Reserve> => this.ask(wanted);
    const waiting = this.lastWait === undefined ? ask() : this.lastWait.then(ask, ask);
    if (waiting === undefined) return undefined;
    this.lastWait = waiting;
    const end = (): void => {
      if (this.lastWait === waiting) this.lastWait = undefined;
    };
    void waiting.then(end, end);
    return waiting;
  }

  /** Ends a host call's wait; without bytes if none were granted, because it has no answer. */
  endWait(id: number): void {
    this.waiting.get(id)?.();
  }

  /** The call has ended: rejects its waiting requests, and every later one that would have to wait. */
  leave(): void {
    this.isLeft = true;
    for (const end of this.waiting.values()) end(true);
  }

  private ask({ id, operation, expected, keep, signal }: WantedBytes): ReturnType<Reserve> {
    // An aborted host call gets an error and no answer.
    if (expected === 0 || signal?.aborted === true) return undefined;
    const { budget, account, waits, onGranted } = this.options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let isGranted = false;
    const cancel = budget.reserve(account, expected, (reservation) => {
      isGranted = true;
      keep(reservation);
      this.endWait(id);
    });
    if (isGranted) return undefined;
    const endWait = waits.begin("answers");
    this.waiting.set(id, (isRefused) => {
      this.waiting.delete(id);
      endWait();
      if (!isGranted) cancel();
      if (isRefused) reject(leftBehind(operation));
      else onGranted(resolve);
    });
    if (this.isLeft) this.waiting.get(id)?.(true);
    return promise;
  }
}

function leftBehind(operation: string): PluginError {
  return new PluginError(`${operation} was not done, because the handler had ended before`, {
    code: "CALL_ENDED",
  });
}
