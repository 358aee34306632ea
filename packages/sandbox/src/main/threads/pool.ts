import { PluginError } from "@botwright/core";
import type { Base } from "../../protocol/memory-image.ts";
import { CLOSED, type Failure } from "../../protocol/errors.ts";
import type { SandboxEventListener } from "../events.ts";
import type { Contention } from "../fairness/contention.ts";
import type { VirtualTime } from "../fairness/fair-queue.ts";
import { readShippedBase } from "./shipped-base.ts";
import { shareCores, type YieldingThread } from "./core-sharing.ts";
import { type Dispatch, createDispatch, type WorkerSlice } from "./slice-dispatch.ts";
import { compileWasm } from "./wasm.ts";
import { startWorker } from "./worker-thread.ts";
import type { WorkerEnd, WorkerThread } from "./task.ts";
import { isIdle, isUnused } from "./worker-load.ts";

/** The worker threads of a sandbox. */
export interface Pool {
  /**
   * Starts the workers on the first call; resolves when one of them is ready.
   *
   * @throws {PluginError} `SANDBOX_CLOSED`, `SANDBOX_WORKER_LOST`
   */
  start(): Promise<void>;
  /** Queues a slice. */
  schedule(slice: WorkerSlice): void;
  /** Removes a slice that has not been posted. */
  cancel(slice: WorkerSlice): void;
  /** The file that this worker was loading is loaded or has failed. */
  endLoad(thread: WorkerThread): void;
  /** Removes a plugin's image from all workers. */
  readonly forget: (plugin: number) => void;
  close(): Promise<void>;
}

/** Options of {@link createPool}. */
export interface PoolOptions {
  /** Workers for calls; one more is kept ready as a spare. */
  readonly workers: number;
  readonly memoryBytes: number;
  /** The script that the workers run; tests pass a file that misbehaves. */
  readonly workerFile?: URL | undefined;
  readonly onEvent: SandboxEventListener;
  /** Learns which plugins have work for a worker. */
  readonly contention: Pick<Contention, "seen">;
  /** The thread that formats replies. It leaves its core to fast workers, as slow workers do. */
  readonly formatter: YieldingThread;
  /** Shared by all schedulers that give turns to plugins. */
  readonly time: VirtualTime;
}

/** Number of consecutive workers that end before they are ready after which the pool starts no more. */
const FALSE_STARTS = 3;

/** Milliseconds between the start of the first worker and that of the spare. */
const WARM_UP_MS = 200;

/** Milliseconds after which idle slow workers are terminated. */
const SLOW_IDLE_MS = 10_000;

/** Slow workers beyond the number of fast ones; they have low priority and run only when a core is idle. */
const EXTRA_SLOW = 3;

/**
 * Keeps a fixed number of workers running. A worker has one of four roles:
 *
 * - **fast**: runs the calls of normal plugins.
 * - **spare**: ready but idle. It replaces a fast worker at once when that one ends or becomes slow.
 * - **loader**: the spare while it loads a file, so that no call waits behind a load.
 * - **slow**: low-priority. A fast worker whose call computes for long gets this role and keeps that call;
 *   the spare takes its place and its other calls. A loader whose file takes long to load gets the role too. Slow
 *   workers run the calls of slow plugins, and load files while they run no call, until they have been idle for some
 *   time. There are two or more while heavy plugins run, so that other slow plugins need not wait for a heavy call.
 *
 * Longer than other files: a worker changes its role only here, and the roles share one list of workers.
 */
export function createPool(options: PoolOptions): Pool {
  const { workers, memoryBytes, workerFile, onEvent, contention, formatter, time } = options;
  const mostSlow = workers + EXTRA_SLOW;
  const fast = new Set<WorkerThread>();
  const slow = new Set<WorkerThread>();
  /** Workers that were terminated because they were no longer needed. */
  const surplus = new WeakSet<WorkerThread>();
  let spare: WorkerThread | undefined;
  /** The worker that is loading a file: the former spare; undefined between loads. */
  let loader: WorkerThread | undefined;
  let base: Base | undefined;
  let starting: Promise<void> | undefined;
  let spawn: (() => WorkerThread) | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let warmUpTimer: NodeJS.Timeout | undefined;
  let warmedUp = false;
  let falseStarts = 0;
  let closed = false;

  const all = (): Set<WorkerThread> =>
    new Set([...fast, ...slow, ...[spare, loader].filter((thread) => thread !== undefined)]);
  /** Tells the slow workers and the formatter whether they have to leave their cores to other threads. */
  const updateCoreYield = shareCores({
    fast,
    slow,
    formatter,
    isFull: () => countUsed() >= mostSlow,
  });
  const isBroken = (): boolean => falseStarts >= FALSE_STARTS;

  const dispatch: Dispatch = createDispatch(
    { fast, slow, mostHeavy: workers, roomForSlow, openSlow, isBroken, takeLoader, returnLoader },
    time,
  );

  /**
   * Starts the first worker. The base image is shipped with the package; otherwise the first worker builds
   * it and the others receive a copy.
   */
  async function startAll(): Promise<void> {
    const wasm = await compileWasm();
    base = await readShippedBase(wasm);
    if (closed) return;
    spawn = () => {
      const data = { wasmModule: wasm.module, memoryBytes };
      const started = performance.now();
      const given = base === undefined ? data : { ...data, base };
      const events = { onSlow, onIdle, onEnd, onFree, onPosted: updateCoreYield };
      const thread = startWorker(given, events, workerFile);
      void announce(thread, started);
      return thread;
    };
    base = await startFirst(spawn);
    fill();
  }

  /** Starts workers until one is ready. One that ends before is replaced, here or by {@link fill}. */
  async function startFirst(start: () => WorkerThread): Promise<Base> {
    for (;;) {
      const [first = start()] = fast;
      fast.add(first);
      try {
        return await first.ready;
      } catch (error) {
        if (closed || isBroken()) throw error;
      }
    }
  }

  async function announce(thread: WorkerThread, started: number): Promise<void> {
    try {
      await thread.ready;
      const startMs = performance.now() - started;
      onEvent({ type: "worker-started", worker: thread.id, startMs });
      dispatch.pump();
    } catch {
      // `onEnd` reports why.
    }
  }

  /** Starts the missing workers, unless starting failed repeatedly. */
  function fill(): void {
    if (closed || base === undefined || spawn === undefined || isBroken()) return;
    while (fast.size < workers) {
      fast.add(spare ?? spawn());
      spare = undefined;
    }
    if (spare !== undefined || loader !== undefined) return;
    if (warmedUp) spare = spawn();
    // Where no worker could start yet, a spare would be one more that fails.
    else if ([...fast].some(({ isReady }) => isReady)) {
      warmUpTimer ??= setTimeout(warmUp, WARM_UP_MS).unref();
    }
  }

  /** Starts the first spare, after the first workers have begun their work. */
  function warmUp(): void {
    warmedUp = true;
    fill();
  }

  function onSlow(thread: WorkerThread): boolean {
    if (thread === loader) {
      // The file takes long to load: it continues as slow, and a new spare starts.
      loader = undefined;
      addSlow(thread);
      return true;
    }
    if (!fast.has(thread)) {
      if (slow.has(thread)) thread.makeSlow();
      return true;
    }
    if (roomForSlow() === 0) {
      // The fast worker stays blocked until a slow one is free: so the slow workers stop yielding their cores.
      updateCoreYield();
      return false;
    }
    if (slow.size >= mostSlow) retireUnused();
    fast.delete(thread);
    addSlow(thread);
    return true;
  }

  /**
   * Returns how many fast workers could become slow. 0 without a ready spare, because no worker could replace a fast
   * one; unused slow workers do not count, because they can be retired.
   */
  function roomForSlow(): number {
    return spare?.isReady === true ? mostSlow - countUsed() : 0;
  }

  /** Slow workers that a call or a file uses. */
  function countUsed(): number {
    let used = 0;
    for (const thread of slow) if (!isUnused(thread)) used++;
    return used;
  }

  function retireUnused(): void {
    const unused = [...slow].find(isUnused);
    if (unused !== undefined) retire(unused);
  }

  function addSlow(thread: WorkerThread): void {
    slow.add(thread);
    fill();
    thread.makeSlow();
    updateCoreYield();
    dispatch.pump();
  }

  function onFree(): void {
    updateCoreYield();
    dispatch.pumpSoon();
  }

  function onIdle(thread: WorkerThread): void {
    if (!slow.has(thread)) return;
    // Long loads and calls have created more slow workers than needed: one beside those for heavy plugins suffices.
    if (slow.size > workers + 1) return retire(thread);
    idleTimer ??= setTimeout(retireIdle, SLOW_IDLE_MS).unref();
  }

  function retireIdle(): void {
    idleTimer = undefined;
    for (const idle of slow) if (idle.load === 0) retire(idle);
    if (slow.size > 0) idleTimer = setTimeout(retireIdle, SLOW_IDLE_MS).unref();
  }

  function retire(thread: WorkerThread): void {
    slow.delete(thread);
    surplus.add(thread);
    void thread.terminate(CLOSED);
  }

  function onEnd(thread: WorkerThread, { reason, wasReady, error }: WorkerEnd): void {
    fast.delete(thread);
    slow.delete(thread);
    if (spare === thread) spare = undefined;
    if (loader === thread) loader = undefined;
    // Workers that end before they are ready point to a fault of the machine, such as a lack of memory:
    // starting them again and again would only keep the host busy.
    falseStarts = wasReady ? 0 : falseStarts + 1;
    const why = surplus.has(thread) ? "idle" : reason;
    const cause = error === undefined ? {} : { error };
    onEvent({ type: "worker-ended", worker: thread.id, reason: why, ...cause });
    fill();
    updateCoreYield();
    if (all().size === 0) for (const slice of dispatch.clear()) slice.fail(LOST);
    dispatch.drop(thread);
    dispatch.pump();
  }

  /**
   * Turns the spare into a slow worker. The last place stays free for a fast worker whose call turns out to be slow:
   * without it, plugins that are not proven could not run (see `createAdmission`).
   */
  function openSlow(): void {
    if (slow.size >= mostSlow - 1) return;
    if (spare === undefined && !warmedUp) warmUp();
    if (spare?.isReady !== true) return;
    const thread = spare;
    spare = undefined;
    slow.add(thread);
    thread.makeSlow();
    fill();
  }

  /**
   * Returns a worker for the next file: first choice is an idle slow worker, because a spare that loads for long would
   * have to be replaced; then the spare; while there is no spare yet, a fast worker without calls.
   */
  function takeLoader(): WorkerThread | undefined {
    if (loader !== undefined) return undefined;
    const idle = [...slow].find(isIdle);
    if (idle !== undefined) return idle;
    if (spare?.isReady === true) {
      loader = spare;
      spare = undefined;
      return loader;
    }
    if (spare !== undefined || (warmedUp && !isBroken())) return undefined;
    return [...fast].find((thread) => thread.isReady && thread.load === 0);
  }

  function returnLoader(thread: WorkerThread): void {
    if (loader !== thread) return;
    loader = undefined;
    if (spare === undefined) spare = thread;
    else retire(thread);
    fill();
  }

  return {
    async start() {
      try {
        if (!closed) await (starting ??= startAll());
      } catch (cause) {
        if (!closed) throw cannotStart(cause);
      }
      if (closed) throw new PluginError(CLOSED.message, CLOSED);
      if (all().size === 0) throw new PluginError("the workers cannot be started again", LOST);
    },
    schedule(slice) {
      contention.seen(slice.account.plugin);
      if (closed) slice.fail(CLOSED);
      else dispatch.add(slice);
    },
    cancel: dispatch.remove,
    endLoad: dispatch.endLoad,
    forget(plugin) {
      for (const thread of all()) thread.forget(plugin);
    },
    async close() {
      closed = true;
      clearTimeout(idleTimer);
      clearTimeout(warmUpTimer);
      for (const slice of dispatch.clear()) slice.fail(CLOSED);
      await Promise.all([...all()].map((thread) => thread.terminate(CLOSED)));
    },
  };
}

const LOST: Failure = {
  code: "SANDBOX_WORKER_LOST",
  message: "the workers cannot be started again",
};

/** The error of a sandbox whose first worker cannot start. */
function cannotStart(cause: unknown): PluginError {
  const isMissing = cause instanceof Error && "code" in cause && cause.code === "MODULE_NOT_FOUND";
  const message = isMissing
    ? "no worker can be started, because a file of @botwright/sandbox is missing: leave the package out of bundles (with esbuild: --packages=external)"
    : "no worker can be started";
  return new PluginError(message, { ...LOST, cause });
}
