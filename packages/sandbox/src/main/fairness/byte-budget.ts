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
  /** Whether a request for so many bytes is never delayed by larger ones. */
  isSmall(bytes: number): boolean;
  /** Counts bytes that are there already, also beyond the bounds, so that others wait for longer. */
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
 * The largest small request, as a part of the total: 1 MiB of 128 MiB. The answers of services are small. A
 * fetch and a download are not, and an outsider decides how long they take: a server that never answers.
 */
const SMALL_PART = 1 / 128;

/**
 * Creates a {@link ByteBudget}: when it is exhausted, host calls wait (back-pressure) and do not allocate.
 *
 * There are two pools: all requests wait for the common one, small requests for the reserve too, whichever
 * grants them first. So plugins whose large requests fill the common pool, and those that wait for it, delay
 * no small request. A large request does not starve either, because no small one passes it in the common pool.
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

  /** Small requests wait in both pools, so what leaves one may let others in in both. */
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
        // Requests behind it may fit now.
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
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal | undefined;
}

/** Sets bytes aside, unless the signal is aborted: resolves when there are some; nothing where there are some now. */
export type Reserve = (signal?: AbortSignal) => Promise<void> | undefined;

/** The bytes that are set aside for the answers of one call of a handler, and its host calls that wait for some. */
export class AnswerBytes {
  private readonly options: AnswerBytesOptions;
  /** Host calls that wait, by the number of their request: ends the wait. */
  private readonly waiting = new Map<number, (isRefused?: true) => void>();
  /** Settles when the last of those for large answers has ended its wait. */
  private lastWait: Promise<unknown> | undefined;
  private isLeft = false;

  constructor(options: AnswerBytesOptions) {
    this.options = options;
  }

  /**
   * Sets bytes aside. Large answers of one call wait one after another, so that other calls of the plugin have their
   * turns in between. Rejects with `CALL_ENDED` where it would have to wait and nobody is there for it.
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

  /** Lets a host call go on without bytes: it has no answer. */
  endWait(id: number): void {
    this.waiting.get(id)?.();
  }

  /** Nobody is there for an answer any more: refuses what waits, and what would have to. */
  leave(): void {
    this.isLeft = true;
    for (const end of this.waiting.values()) end(true);
  }

  private ask({ id, operation, expected, keep, signal }: WantedBytes): ReturnType<Reserve> {
    // One that is aborted has no answer but an error.
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
