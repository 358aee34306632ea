import { PluginError } from "@botwright/core";
import type { Base } from "../../machine/base-image.ts";
import type { Failure } from "../../protocol/errors.ts";
import type { SandboxEventListener } from "../events.ts";
import { readShippedBase } from "./shipped-base.ts";
import { type Dispatch, createDispatch, type WorkerSlice } from "./slice-dispatch.ts";
import { compileWasm } from "./wasm.ts";
import { startWorker } from "./worker-thread.ts";
import type { WorkerEnd, WorkerThread } from "./worker-task.ts";

/** The workers of a sandbox. */
export interface Pool {
  /**
   * Starts the workers when first asked; resolves when one of them can run.
   *
   * @throws {PluginError} `SANDBOX_CLOSED`, `SANDBOX_WORKER_LOST`
   */
  start(): Promise<void>;
  /** Runs a slice in its turn. */
  schedule(slice: WorkerSlice): void;
  /** Forgets a slice that has not run yet. */
  cancel(slice: WorkerSlice): void;
  /** The file that this worker was loading is loaded, or has failed to. */
  endLoad(thread: WorkerThread): void;
  /** Lets all workers forget a plugin's image. */
  readonly forget: (plugin: number) => void;
  close(): Promise<void>;
}

/** Options of {@link createPool}. */
export interface PoolOptions {
  /** Workers for calls; beside them one is kept warm. */
  readonly workers: number;
  readonly memoryBytes: number;
  readonly onEvent: SandboxEventListener;
}

/** Workers in a row that may end before they were ready. */
const FALSE_STARTS = 3;

/** Milliseconds after the first worker's start at which the spare is started. */
const WARM_UP_MS = 200;

/** Milliseconds after which idle slow workers are ended. */
const SLOW_IDLE_MS = 10_000;

/** Slow workers beyond the number of fast ones: they run only when a core has nothing else to do. */
const EXTRA_SLOW = 2;

/**
 * Keeps so many workers alive, and a warm spare that steps in at once for one that ends. A worker in
 * which a call computes for long becomes a slow one; the spare takes its place and its other calls.
 * Files are loaded in the spare, where no call waits behind them.
 */
export function createPool({ workers, memoryBytes, onEvent }: PoolOptions): Pool {
  const fast = new Set<WorkerThread>();
  const slow = new Set<WorkerThread>();
  /** Ended on purpose, because they were one too many. */
  const surplus = new WeakSet<WorkerThread>();
  let spare: WorkerThread | undefined;
  /** The worker in which a file is being loaded: the spare, or none yet. */
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
  const isBroken = (): boolean => falseStarts >= FALSE_STARTS;

  const dispatch: Dispatch = createDispatch({
    fast,
    slow,
    openSlow,
    isBroken,
    takeLoader,
    returnLoader,
  });

  /** The base image is the package's, or the first worker builds it; the others are given it. */
  async function startAll(): Promise<void> {
    const wasm = await compileWasm();
    base = await readShippedBase(wasm);
    if (closed) return;
    spawn = () => {
      const data = { wasmModule: wasm.module, memoryBytes };
      const started = performance.now();
      const given = base === undefined ? data : { ...data, base };
      const thread = startWorker(given, { onSlow, onIdle, onEnd, onFree: dispatch.pumpSoon });
      void announce(thread, started);
      return thread;
    };
    const first = spawn();
    fast.add(first);
    base = await first.ready;
    fill();
  }

  async function announce(thread: WorkerThread, started: number): Promise<void> {
    try {
      await thread.ready;
      const startMs = performance.now() - started;
      onEvent({ type: "worker-started", worker: thread.id, startMs });
      dispatch.pump();
    } catch {
      // Its end is told as such.
    }
  }

  /** Starts what is missing, unless workers cannot be started at all. */
  function fill(): void {
    if (closed || base === undefined || spawn === undefined || isBroken()) return;
    while (fast.size < workers) {
      fast.add(spare ?? spawn());
      spare = undefined;
    }
    if (spare !== undefined || loader !== undefined) return;
    if (warmedUp) spare = spawn();
    else warmUpTimer ??= setTimeout(warmUp, WARM_UP_MS).unref();
  }

  /** The first spare waits until what was asked for first is under way. */
  function warmUp(): void {
    warmedUp = true;
    fill();
  }

  function onSlow(thread: WorkerThread): boolean {
    if (thread === loader) {
      // The file takes long: calls get another spare.
      loader = undefined;
      addSlow(thread);
      return true;
    }
    if (!fast.has(thread)) return true;
    // Without a spare nobody would take its place.
    if (spare?.isReady !== true || slow.size >= workers + EXTRA_SLOW) return false;
    fast.delete(thread);
    addSlow(thread);
    return true;
  }

  function addSlow(thread: WorkerThread): void {
    slow.add(thread);
    fill();
    thread.makeSlow();
    dispatch.pump();
  }

  function onIdle(thread: WorkerThread): void {
    if (!slow.has(thread)) return;
    // Files and calls that computed for long have made slow workers of more than are needed.
    if (slow.size > workers) return retire(thread);
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
    falseStarts = wasReady ? 0 : falseStarts + 1;
    const why = surplus.has(thread) ? "idle" : reason;
    const cause = error === undefined ? {} : { error };
    onEvent({ type: "worker-ended", worker: thread.id, reason: why, ...cause });
    fill();
    dispatch.drop(thread);
    if (all().size === 0) for (const slice of dispatch.clear()) slice.fail(LOST);
    dispatch.pump();
  }

  /** The first slow worker is the spare. */
  function openSlow(): void {
    if (spare === undefined && !warmedUp) warmUp();
    if (spare?.isReady !== true) return;
    const thread = spare;
    spare = undefined;
    slow.add(thread);
    thread.makeSlow();
    fill();
  }

  /** The worker for the next file: the spare; before there is one, a worker without calls. */
  function takeLoader(): WorkerThread | undefined {
    if (loader !== undefined) return undefined;
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
        if (!closed) throw new PluginError("no worker can be started", { ...LOST, cause });
      }
      if (closed) throw new PluginError(CLOSED.message, CLOSED);
      if (all().size === 0) throw new PluginError("the workers cannot be started again", LOST);
    },
    schedule(slice) {
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

const CLOSED: Failure = { code: "SANDBOX_CLOSED", message: "the sandbox is closed" };
const LOST: Failure = {
  code: "SANDBOX_WORKER_LOST",
  message: "the workers cannot be started again",
};
