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
  /** A short load of the file did not suffice. */
  readonly isLong?: boolean;
  /** The worker that holds the call's memory; undefined when any worker may run the slice. */
  readonly thread: WorkerThread | undefined;
  /** The queue in which the slice waits; only the dispatch sets it. */
  queue?: Pick<FairQueue<WorkerSlice>, "push" | "remove"> | undefined;
  /** Posts the slice; called when its turn has come. `isShort` limits its time: see `LoadTurn`, `SHORT_SLICE_MS`. */
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
  /** Posts the slices whose turn has come; call it when a worker can take more, for example once it is ready. */
  pump(): void;
  /**
   * Calls {@link pump} after the pending events: by then the host has answered most host calls of the finished
   * slice, so that the same call continues before another one starts.
   */
  readonly pumpSoon: () => void;
  /** This worker has loaded its file, or failed to. */
  readonly endLoad: (thread: WorkerThread) => void;
  /** A worker has ended. Slices bound to it are scheduled again by their tasks. */
  drop(thread: WorkerThread): void;
  /** Removes and returns all waiting slices. */
  clear(): WorkerSlice[];
}

/** The workers, grouped by role. */
export interface Workers extends AdmissionWorkers {
  /** Most slow workers that may run slices of heavy plugins at the same time; there may be more slow workers. */
  readonly mostHeavy: number;
  /** Opens another slow worker if possible, because no slow worker can run a waiting slice. */
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
 * Most slices of one plugin in a worker, the running one included, while other plugins are active. Predictions are not
 * reliable enough for more: they are means, but the first slices of a call may take ten times as long as the later
 * ones, and the worker swaps the memory of each call too. Two slices keep the worker busy, and delay the next plugin
 * by two slices at most.
 */
const MAX_OF_PLUGIN = 2;

/**
 * Creates the dispatch.
 *
 * Slices wait in the main thread, in fair queues by plugin and installation. The dispatch posts only about
 * {@link AHEAD_MS} of work to each worker in advance, so a plugin that queues one slice is served next, however many
 * slices another plugin has queued. All queues share one virtual time, because they share the same cores. A slice
 * waits in one of three places: `loads` (see {@link LoadLanes}), `bound` (its memory is in
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

  /** Returns a fast worker that can take the slice at once; only used while no other slice waits. */
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

  /** Moves the slices whose plugin's scheduling class has changed to the queue of the new class. */
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

  /** Whether the next unbound slice of this class belongs to a plugin that has no slice in any slow worker. */
  function isWaiting(of: SchedulingClass): boolean {
    const next = unbound[of].peek();
    if (next === undefined) return false;
    const { plugin } = next.account;
    return Array.from(workers.slow).every((thread) => thread.inFlightOf(plugin) === 0);
  }

  /** Posts slices of heavy plugins until `most` slow workers run one. */
  function feedHeavy(most: number): void {
    const { slow } = workers;
    for (const thread of inOrder(slow)) {
      if (countHeavy(slow) >= most) return;
      feed(thread, unbound.heavy, false);
    }
  }

  /**
   * Feeds the slow workers. Workers do not interrupt slices, so a slow plugin behind a heavy one could wait for a
   * second, with each slice. Therefore heavy plugins get at least one slow worker but never all of them; where heavy
   * or slow plugins would have none, the pool opens another worker.
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
  // The worker's resident call will be answered soon, and the worker would have to suspend it for this slice.
  if (thread === undefined && account.isWaiting) return false;
  return inFlight < MAX_AHEAD && expectedMs + account.expectedMs <= AHEAD_MS;
}
