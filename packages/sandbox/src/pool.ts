import { PluginError } from "@botwright/core";
import type { Base } from "./base-image.ts";
import type { Failure } from "./errors.ts";
import type { SandboxEventListener } from "./events.ts";
import { readShippedBase } from "./shipped-base.ts";
import { compileWasm } from "./wasm.ts";
import { startWorker, type WorkerEnd, type WorkerThread } from "./worker-thread.ts";

/** Where a task runs: among the others, or where it keeps nobody waiting. */
export type Lane = "fast" | "slow";

/** The workers of a sandbox. */
export interface Pool {
  /** The lane's worker with the fewest tasks; starts the workers when first asked. */
  take(lane: Lane): Promise<WorkerThread>;
  close(): Promise<void>;
}

/** Options of {@link createPool}. */
export interface PoolOptions {
  /** Workers of the fast lane; beside them one is kept warm. */
  readonly workers: number;
  readonly memoryBytes: number;
  readonly onEvent: SandboxEventListener;
}

/** Workers in a row that may end before they were ready. */
const FALSE_STARTS = 3;

/** Milliseconds after the first worker's start at which the spare is started. */
const WARM_UP_MS = 200;

/** Milliseconds after which an idle slow lane is given up. */
const SLOW_IDLE_MS = 10_000;

/**
 * Keeps so many workers alive, and a warm spare that steps in at once for one that ends. A worker in
 * which a call computes for long becomes the slow lane; the spare takes its place and its other calls.
 */
export function createPool({ workers, memoryBytes, onEvent }: PoolOptions): Pool {
  const fast = new Set<WorkerThread>();
  const slow = new Set<WorkerThread>();
  /** Ended on purpose, because they were one too many. */
  const surplus = new WeakSet<WorkerThread>();
  let spare: WorkerThread | undefined;
  let base: Base | undefined;
  let starting: Promise<void> | undefined;
  let spawn: (() => WorkerThread) | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let warmUpTimer: NodeJS.Timeout | undefined;
  let warmedUp = false;
  let falseStarts = 0;
  let closed = false;

  const all = (): WorkerThread[] => [...fast, ...slow, ...(spare === undefined ? [] : [spare])];

  /** The base image is the package's, or the first worker builds it; the others are given it. */
  async function startAll(): Promise<void> {
    const wasm = await compileWasm();
    base = await readShippedBase(wasm);
    if (closed) return;
    spawn = () => {
      const data = { wasmModule: wasm.module, memoryBytes };
      const started = performance.now();
      const given = base === undefined ? data : { ...data, base };
      const thread = startWorker(given, { onSlow, onIdle, onEnd });
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
    } catch {
      // Its end is told as such.
    }
  }

  /** Starts what is missing, unless workers cannot be started at all. */
  function fill(): void {
    if (closed || base === undefined || spawn === undefined || falseStarts >= FALSE_STARTS) return;
    while (fast.size < workers) {
      fast.add(spare ?? spawn());
      spare = undefined;
    }
    if (spare !== undefined) return;
    if (warmedUp) spare = spawn();
    else warmUpTimer ??= setTimeout(warmUp, WARM_UP_MS).unref();
  }

  /** The first spare waits until what was asked for first is under way. */
  function warmUp(): void {
    warmedUp = true;
    fill();
  }

  function onSlow(thread: WorkerThread): boolean {
    if (!fast.has(thread)) return true;
    // Without a spare nobody would take its place; and the slow ones do not get more cores than others.
    if (spare?.isReady !== true || slow.size >= workers) return false;
    fast.delete(thread);
    slow.add(thread);
    fill();
    thread.makeSlow();
    return true;
  }

  function onIdle(thread: WorkerThread): void {
    if (!slow.has(thread)) return;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      for (const idle of slow) if (idle.load === 0) retire(idle);
    }, SLOW_IDLE_MS);
    idleTimer.unref();
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
    falseStarts = wasReady ? 0 : falseStarts + 1;
    const why = surplus.has(thread) ? "idle" : reason;
    const cause = error === undefined ? {} : { error };
    onEvent({ type: "worker-ended", worker: thread.id, reason: why, ...cause });
    fill();
  }

  /** The slow lane begins with the spare. */
  function openSlowLane(): void {
    if (slow.size > 0 || spare?.isReady !== true) return;
    slow.add(spare);
    spare.makeSlow();
    spare = undefined;
    fill();
  }

  return {
    async take(lane) {
      try {
        if (!closed) await (starting ??= startAll());
      } catch (cause) {
        if (!closed) throw new PluginError("no worker can be started", { ...LOST, cause });
      }
      if (closed) throw new PluginError(CLOSED.message, CLOSED);
      if (lane === "slow") openSlowLane();
      const thread = (lane === "slow" ? leastLoaded(slow) : undefined) ?? leastLoaded(fast);
      if (thread === undefined) {
        throw new PluginError("the workers cannot be started again", LOST);
      }
      return thread;
    },
    async close() {
      closed = true;
      clearTimeout(idleTimer);
      clearTimeout(warmUpTimer);
      await Promise.all(all().map((thread) => thread.terminate(CLOSED)));
    },
  };
}

const CLOSED: Failure = { code: "SANDBOX_CLOSED", message: "the sandbox is closed" };
const LOST = { code: "SANDBOX_WORKER_LOST" };

function leastLoaded(threads: ReadonlySet<WorkerThread>): WorkerThread | undefined {
  let best: WorkerThread | undefined;
  for (const thread of threads) {
    if (best === undefined || thread.load < best.load) best = thread;
  }
  return best;
}
