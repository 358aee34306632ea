import type { Failure } from "../../protocol/errors.ts";
import {
  type FairQueue,
  precedes,
  type Queued,
  takeTurn,
  type VirtualTime,
} from "../fairness/fair-queue.ts";
import { ProbationQueue } from "../fairness/probation-queue.ts";
import type { SchedulingClass } from "../fairness/slowness.ts";
import { type AdmissionWorkers, createAdmission } from "./admission.ts";
import type { WorkerThread } from "./task.ts";
import { LoadLanes } from "../fairness/load-lanes.ts";
import { countHeavy, inOrder, isIdle, isLessLoaded } from "./worker-load.ts";

/** A unit of work that a worker runs without interruption: one slice of a call, or the loading of a file. */
export interface WorkerSlice extends Queued {
  /** `"reload"`: the file's image was evicted, and a call waits for it. */
  readonly kind: "call" | "load" | "reload";
  /** The file has not loaded within a short time. */
  readonly isLong?: boolean;
  /** The worker that holds the call's memory; undefined when any worker may run the slice. */
  readonly thread: WorkerThread | undefined;
  /** The queue in which it waits; the dispatch's own. */
  queue?: Pick<FairQueue<WorkerSlice>, "push" | "remove"> | undefined;
  /** Posts the slice; called when its turn has come. It may have only a short time: see `LoadTurn`, `SHORT_SLICE_MS`. */
  post(thread: WorkerThread, isShort: boolean): void;
  /** The slice belongs to a slow plugin but is bound to a fast worker: moves the call to another worker. */
  leave(): void;
  /** Fails the slice; it will never run. */
  fail(failure: Failure): void;
}

/** Decides which slice each worker runs next. */
export interface Dispatch {
  add(slice: WorkerSlice): void;
  readonly remove: (slice: WorkerSlice) => void;
  /** Gives out turns, for example because a worker has become ready. */
  pump(): void;
  /**
   * Gives out turns after pending events: by then most host calls of the finished slice are answered, and
   * the same call continues before another one starts.
   */
  readonly pumpSoon: () => void;
  /** The file that was being loaded is loaded or has failed. */
  readonly endLoad: (thread: WorkerThread) => void;
  /** A worker has ended. Slices bound to it are scheduled again by their tasks. */
  drop(thread: WorkerThread): void;
  /** Removes and returns all waiting slices. */
  clear(): WorkerSlice[];
}

/** The workers, grouped by role. */
export interface Workers extends AdmissionWorkers {
  /** Slow workers that may run slices of heavy plugins at once; there may be more slow workers than these. */
  readonly mostHeavy: number;
  /** A slice waits for which there is no slow worker: opens another one if possible. */
  openSlow(): void;
  /** Returns the worker that can load a file now, if there is one. */
  takeLoader(): WorkerThread | undefined;
  returnLoader(thread: WorkerThread): void;
}

/**
 * Milliseconds of predicted work posted to a worker in advance, so that it need not wait for the main
 * thread.
 */
const AHEAD_MS = 1;

/** Milliseconds after which waiting slices are dispatched, whatever else happens. */
const HOLD_MS = 250;

/** Most slices posted to a worker in advance. */
const MAX_AHEAD = 16;

/**
 * Most slices of one plugin in a worker, the running one included, while other plugins are active. A prediction is
 * a mean: the first slices of calls may take ten times as long as those that follow, and the memory of each call is
 * swapped besides. Two keep the worker busy, and the next plugin waits for two at most.
 */
const MAX_OF_PLUGIN = 2;

/**
 * Creates the dispatch.
 *
 * Slices wait in the main thread, in fair queues by plugin and installation, and only about {@link
 * AHEAD_MS} of work is posted to each worker in advance: a plugin that brings one slice is served next,
 * however many slices another plugin has queued. All queues share one virtual time, because they share the
 * same cores. A slice waits in one of three places: `loads` (see {@link LoadLanes}), `bound` (its memory is in
 * a certain worker) or `unbound` (any worker of its scheduling class).
 *
 * Longer than other files: every choice of the next slice reads the same queues.
 */
export function createDispatch(workers: Workers, time: VirtualTime = { ms: 0 }): Dispatch {
  /** Slices that any worker of their class may run. */
  const unbound: Readonly<Record<SchedulingClass, ProbationQueue<WorkerSlice>>> = {
    normal: new ProbationQueue(time),
    slow: new ProbationQueue(time),
    heavy: new ProbationQueue(time),
  };
  const bound = new Map<WorkerThread, ProbationQueue<WorkerSlice>>();
  const admission = createAdmission(workers);
  const loads = new LoadLanes<WorkerSlice>(time);
  /** Number of slices that wait. */
  let waiting = 0;
  /**
   * Runs while slices wait: keeps the process alive (idle workers are unreferenced) and bounds the delay of
   * a turn.
   */
  let holdTimer: NodeJS.Timeout | undefined;
  let isPumping = false;
  let willPump = false;

  function queueOf(slice: WorkerSlice): NonNullable<WorkerSlice["queue"]> {
    const { kind, thread, account } = slice;
    if (kind !== "call") return loads.queueOf(slice);
    if (thread === undefined) return unbound[account.schedulingClass];
    const known = bound.get(thread);
    if (known !== undefined) return known;
    const made = new ProbationQueue<WorkerSlice>(time);
    bound.set(thread, made);
    return made;
  }

  function enqueue(slice: WorkerSlice): void {
    const queue = queueOf(slice);
    queue.push(slice);
    slice.queue = queue;
    waiting++;
    holdTimer ??= setInterval(pump, HOLD_MS);
  }

  function remove(slice: WorkerSlice): void {
    if (slice.queue === undefined) return;
    slice.queue.remove(slice);
    slice.queue = undefined;
    waiting--;
    if (waiting > 0) return;
    clearInterval(holdTimer);
    holdTimer = undefined;
  }

  function post(slice: WorkerSlice, thread: WorkerThread, isShort = false): void {
    const { account } = slice;
    remove(slice);
    takeTurn(time, account);
    admission.posted(thread, account);
    slice.post(thread, isShort || (slice.kind === "call" && admission.isShort(thread, account)));
  }

  /** A fast worker that can take the slice at once, when no other slice waits. */
  function freeFor(slice: WorkerSlice): WorkerThread | undefined {
    const { kind, account, thread } = slice;
    if (isPumping || kind !== "call" || account.schedulingClass !== "normal") return undefined;
    if (account.standing !== "proven" && admission.now() !== "all") return undefined;
    if (thread !== undefined) return thread.isReady && fits(thread, slice) ? thread : undefined;
    let best: WorkerThread | undefined;
    for (const one of workers.fast) {
      if (!one.isReady || !fits(one, slice)) continue;
      if (best === undefined || isLessLoaded(one, best)) best = one;
    }
    return best;
  }

  /** Fills a worker with slices bound to it and with unbound slices of its class, in fair order. */
  function feed(thread: WorkerThread, starts: ProbationQueue<WorkerSlice>, isFast: boolean): void {
    while (thread.isReady) {
      const admitted = isFast ? admission.now() : "all";
      const own = bound.get(thread)?.peek(admitted);
      const other = starts.peek(admitted);
      const isOwn =
        own !== undefined && (other === undefined || !precedes(other.account, own.account));
      const next = isOwn ? own : other;
      if (next === undefined) return;
      // A slow plugin must not block a fast worker: its call leaves the worker, or waits for a slow one.
      if (isFast && next.account.schedulingClass !== "normal" && !workers.isBroken()) {
        remove(next);
        if (isOwn) next.leave();
        else enqueue(next);
      } else {
        if (!fits(thread, next)) return;
        post(next, thread);
      }
    }
  }

  /** Puts slices whose plugins have changed their class meanwhile into the queue of the new one. */
  function sortAgain(of: SchedulingClass): void {
    for (;;) {
      const next = unbound[of].peek();
      if (next === undefined || next.account.schedulingClass === of) return;
      remove(next);
      enqueue(next);
    }
  }

  function feedEach(threads: ReadonlySet<WorkerThread>, of: SchedulingClass): void {
    for (const thread of inOrder(threads)) feed(thread, unbound[of], of === "normal");
  }

  /** Whether a slice of this class waits whose plugin runs in no slow worker. */
  function isWaiting(of: SchedulingClass): boolean {
    const next = unbound[of].peek();
    if (next === undefined) return false;
    const { plugin } = next.account;
    return Array.from(workers.slow).every((thread) => thread.inFlightOf(plugin) === 0);
  }

  /** Begins slices of heavy plugins until so many slow workers have one. */
  function feedHeavy(most: number): void {
    const { slow } = workers;
    for (const thread of inOrder(slow)) {
      if (countHeavy(slow) >= most) return;
      feed(thread, unbound.heavy, false);
    }
  }

  /**
   * Feeds the slow workers. A slice is not interrupted: behind one of a heavy plugin another slow one would wait for
   * a second, with each slice. So heavy plugins have one worker at least, never all of them, and another worker is
   * opened where one of either kind would have none.
   */
  function feedSlow(): void {
    const { slow } = workers;
    if (isWaiting("heavy") && countHeavy(slow) === 0) {
      if (!Array.from(slow).some(isIdle)) workers.openSlow();
      feedHeavy(1);
    }
    feedEach(slow, "slow");
    if (isWaiting("slow") && countHeavy(slow) === slow.size) {
      workers.openSlow();
      feedEach(slow, "slow");
    }
    feedHeavy(workers.mostHeavy);
  }

  function feedAll(): void {
    sortAgain("heavy");
    sortAgain("slow");
    feedEach(workers.fast, "normal");
    feedSlow();
    if (workers.slow.size > 0 || !workers.isBroken()) return;
    for (const of of SLOW_CLASSES) {
      for (const thread of inOrder(workers.fast)) feed(thread, unbound[of], true);
    }
  }

  function load(): void {
    for (;;) {
      const turn = loads.next();
      const thread = turn === undefined ? undefined : workers.takeLoader();
      if (turn === undefined || thread === undefined) return;
      loads.begin(thread, turn);
      // If the file's account is over a budget, its `post` calls `endLoad` and tries again later.
      post(turn.slice, thread, turn.isShort);
    }
  }

  function pump(): void {
    // Posting can end calls, and ending a call pumps again.
    if (isPumping || waiting === 0) return;
    isPumping = true;
    feedAll();
    load();
    isPumping = false;
  }

  function pumpSoon(): void {
    if (willPump || waiting === 0) return;
    willPump = true;
    setImmediate(() => {
      willPump = false;
      pump();
    });
  }

  return {
    pumpSoon,
    add(slice) {
      const thread = waiting === 0 ? freeFor(slice) : undefined;
      if (thread !== undefined) return post(slice, thread);
      enqueue(slice);
      pump();
    },
    remove,
    pump,
    endLoad(thread) {
      loads.end(thread);
      workers.returnLoader(thread);
      pump();
    },
    drop(thread) {
      bound.delete(thread);
      admission.drop(thread);
    },
    clear() {
      const queues = [loads, ...Object.values(unbound), ...bound.values()];
      const slices = queues.flatMap((queue) => queue.items());
      for (const slice of slices) remove(slice);
      return slices;
    },
  };
}

const SLOW_CLASSES = ["slow", "heavy"] as const;

function fits(worker: WorkerThread, { account, thread }: WorkerSlice): boolean {
  const { inFlight, expectedMs } = worker;
  if (inFlight === 0) return true;
  if (account.hasRivals && worker.inFlightOf(account.plugin) >= MAX_OF_PLUGIN) return false;
  // The call in the worker will be answered soon, and its memory would have to be swapped out for this one.
  if (thread === undefined && account.isWaiting) return false;
  return inFlight < MAX_AHEAD && expectedMs + account.expectedMs <= AHEAD_MS;
}
