import type { Failure } from "../../protocol/errors.ts";
import {
  FairQueue,
  precedes,
  type Queued,
  takeTurn,
  type VirtualTime,
} from "../fairness/fair-queue.ts";
import type { SchedulingClass } from "../fairness/usage-account.ts";
import type { WorkerThread } from "./worker-task.ts";

/** Something to run in a worker without a pause: a call until it waits, or the loading of a file. */
export interface WorkerSlice extends Queued {
  readonly kind: "call" | "load";
  /** The worker that holds the call's memory; undefined for what may begin in any. */
  readonly thread: WorkerThread | undefined;
  /** Its turn has come: posts what is to be done. */
  post(thread: WorkerThread): void;
  /** It is slow, and bound to a worker for quick calls: it goes on in another. */
  leave(): void;
  /** It will never run. */
  fail(failure: Failure): void;
}

/** Decides which slice a worker runs next. */
export interface Dispatch {
  add(slice: WorkerSlice): void;
  readonly remove: (slice: WorkerSlice) => void;
  /** Gives out turns: a worker has become ready. */
  pump(): void;
  /**
   * The same for a worker that has become free, once the event loop has nothing else to do: most host
   * calls are answered by then, and the answered call goes on before another one begins.
   */
  readonly pumpSoon: () => void;
  /** The file that was being loaded is loaded, or has failed to. */
  readonly endLoad: (thread: WorkerThread) => void;
  /** A worker has ended: whoever waited for it goes on elsewhere. */
  drop(thread: WorkerThread): void;
  /** Takes out everything that waits. */
  clear(): WorkerSlice[];
}

/** Where slices can run. */
export interface Workers {
  readonly fast: ReadonlySet<WorkerThread>;
  readonly slow: ReadonlySet<WorkerThread>;
  /** A slow slice waits, and there is no slow worker: opens one, if that is possible now. */
  openSlow(): void;
  /** Whether no other worker can be started: slow slices run beside the others then. */
  isBroken(): boolean;
  /** The worker in which a file can be loaded now, if there is one. */
  takeLoader(): WorkerThread | undefined;
  returnLoader(thread: WorkerThread): void;
}

/** Milliseconds of work that may lie in a worker in advance, so that it need not wait for the main thread. */
const AHEAD_MS = 1;

/** Milliseconds after which turns are given out whatever else happens, while something waits. */
const HOLD_MS = 250;

/** Slices that may lie in a worker. */
const AHEAD = 16;

/**
 * Makes the dispatch. Slices wait in the main thread, in fair shares by plugin and installation, and
 * only some hundred microseconds of work lie in a worker: who comes with one slice is served next,
 * however many another plugin has brought before. One file is loaded at a time.
 */
export function createDispatch(workers: Workers): Dispatch {
  const time: VirtualTime = { ms: 0 };
  /** What may begin in any worker of its class. */
  const unbound: Readonly<Record<SchedulingClass, FairQueue<WorkerSlice>>> = {
    normal: new FairQueue(time),
    slow: new FairQueue(time),
  };
  const bound = new Map<WorkerThread, FairQueue<WorkerSlice>>();
  const loads = new FairQueue<WorkerSlice>(time);
  /** Where each slice waits. */
  const places = new Map<WorkerSlice, FairQueue<WorkerSlice>>();
  /** While something waits: workers without tasks hold no process, and a turn is never missed. */
  let holdTimer: NodeJS.Timeout | undefined;
  let isLoading = false;
  let isPumping = false;
  let willPump = false;

  function queueOf({ kind, thread, account }: WorkerSlice): FairQueue<WorkerSlice> {
    if (kind === "load") return loads;
    if (thread === undefined) return unbound[account.schedulingClass];
    const known = bound.get(thread);
    if (known !== undefined) return known;
    const made = new FairQueue<WorkerSlice>(time);
    bound.set(thread, made);
    return made;
  }

  function enqueue(slice: WorkerSlice): void {
    const queue = queueOf(slice);
    queue.push(slice);
    places.set(slice, queue);
    holdTimer ??= setInterval(pump, HOLD_MS);
  }

  function remove(slice: WorkerSlice): void {
    places.get(slice)?.remove(slice);
    places.delete(slice);
    if (places.size > 0) return;
    clearInterval(holdTimer);
    holdTimer = undefined;
  }

  function post(slice: WorkerSlice, thread: WorkerThread): void {
    remove(slice);
    takeTurn(time, slice.account);
    slice.post(thread);
  }

  /** A quick worker that can take the slice at once, when nobody else waits. */
  function freeFor(slice: WorkerSlice): WorkerThread | undefined {
    const { kind, account, thread } = slice;
    if (isPumping || kind === "load" || account.schedulingClass === "slow") return undefined;
    if (thread !== undefined) return thread.isReady && fits(thread, slice) ? thread : undefined;
    let best: WorkerThread | undefined;
    for (const one of workers.fast) {
      if (!one.isReady || !fits(one, slice)) continue;
      if (best === undefined || isLessLoaded(one, best)) best = one;
    }
    return best;
  }

  /** Fills a worker with what is bound to it, and with what may begin in any of its class. */
  function feed(thread: WorkerThread, starts: FairQueue<WorkerSlice>, isFast: boolean): void {
    while (thread.isReady) {
      const own = bound.get(thread)?.peek();
      const other = starts.peek();
      const isOwn =
        own !== undefined && (other === undefined || !precedes(other.account, own.account));
      const next = isOwn ? own : other;
      if (next === undefined) return;
      if (isFast && next.account.schedulingClass === "slow" && !workers.isBroken()) {
        remove(next);
        if (isOwn) next.leave();
        else enqueue(next);
      } else {
        if (!fits(thread, next)) return;
        post(next, thread);
      }
    }
  }

  function feedAll(): void {
    const { fast, slow } = workers;
    for (const thread of inOrder(fast)) feed(thread, unbound.normal, true);
    if (unbound.slow.peek() !== undefined && slow.size === 0) workers.openSlow();
    for (const thread of inOrder(slow)) feed(thread, unbound.slow, false);
    if (slow.size > 0 || !workers.isBroken()) return;
    for (const thread of inOrder(fast)) feed(thread, unbound.slow, true);
  }

  function load(): void {
    while (!isLoading) {
      const next = loads.peek();
      const thread = next === undefined ? undefined : workers.takeLoader();
      if (next === undefined || thread === undefined) return;
      isLoading = true;
      // A file whose account is over a budget gives the turn back.
      post(next, thread);
    }
  }

  function pump(): void {
    // Posting can end calls, and an end pumps again.
    if (isPumping) return;
    isPumping = true;
    feedAll();
    load();
    isPumping = false;
  }

  function pumpSoon(): void {
    if (willPump || places.size === 0) return;
    willPump = true;
    setImmediate(() => {
      willPump = false;
      pump();
    });
  }

  return {
    pumpSoon,
    add(slice) {
      const thread = places.size === 0 ? freeFor(slice) : undefined;
      if (thread !== undefined) return post(slice, thread);
      enqueue(slice);
      pump();
    },
    remove,
    pump,
    endLoad(thread) {
      isLoading = false;
      workers.returnLoader(thread);
      pump();
    },
    drop: (thread) => void bound.delete(thread),
    clear() {
      const slices = [...places.keys()];
      for (const slice of slices) remove(slice);
      return slices;
    },
  };
}

function fits({ inFlight, expectedMs }: WorkerThread, { account, thread }: WorkerSlice): boolean {
  if (inFlight === 0) return true;
  // The call before it is going to be answered soon, and its memory had to make room for this one.
  if (thread === undefined && account.isWaiting) return false;
  return inFlight < AHEAD && expectedMs + account.expectedMs <= AHEAD_MS;
}

/** Idle workers first. */
function inOrder(threads: ReadonlySet<WorkerThread>): Iterable<WorkerThread> {
  if (threads.size < 2) return threads;
  return [...threads].toSorted((one, other) => (isLessLoaded(one, other) ? -1 : 1));
}

function isLessLoaded(one: WorkerThread, other: WorkerThread): boolean {
  return one.inFlight === other.inFlight ? one.load < other.load : one.inFlight < other.inFlight;
}
