import { type Logger, PluginError } from "@botwright/core";
import type { Base } from "./base-image.ts";
import type { Failure } from "./errors.ts";
import { compileWasm } from "./wasm.ts";
import { startWorker, type WorkerThread } from "./worker-thread.ts";

/** The workers of a sandbox. */
export interface Pool {
  /** The worker with the fewest tasks; starts the workers when first asked. */
  take(): Promise<WorkerThread>;
  close(): Promise<void>;
}

/** Options of {@link createPool}. */
export interface PoolOptions {
  readonly workers: number;
  readonly memoryBytes: number;
  readonly logger: Logger;
}

/** Workers in a row that may end before they were ready. */
const FALSE_STARTS = 3;

/** Keeps so many workers alive; one that ends is replaced at once. */
export function createPool(options: PoolOptions): Pool {
  const threads = new Set<WorkerThread>();
  let starting: Promise<void> | undefined;
  let falseStarts = 0;
  let closed = false;

  /** The first worker builds the base image; the others are given it. */
  async function startAll(): Promise<void> {
    const wasmModule = await compileWasm();
    if (closed) return;
    let base: Base | undefined;
    const spawn = (): WorkerThread => {
      const data = { wasmModule, memoryBytes: options.memoryBytes };
      const given = base === undefined ? data : { ...data, base };
      const thread = startWorker(given, (wasReady, error) => {
        threads.delete(thread);
        if (error !== undefined) options.logger.error("a sandbox worker failed", { error });
        else if (!closed) options.logger.warn("a sandbox worker was ended");
        falseStarts = wasReady ? 0 : falseStarts + 1;
        if (!closed && base !== undefined && falseStarts < FALSE_STARTS) spawn();
      });
      threads.add(thread);
      return thread;
    };
    base = await spawn().ready;
    if (closed) return;
    for (let count = 1; count < options.workers; count++) spawn();
  }

  return {
    async take() {
      try {
        if (!closed) await (starting ??= startAll());
      } catch (cause) {
        if (!closed) throw new PluginError("no worker can be started", { ...LOST, cause });
      }
      if (closed) throw new PluginError(CLOSED.message, CLOSED);
      const [first, ...others] = threads;
      if (first === undefined) throw new PluginError("the workers cannot be started again", LOST);
      return others.reduce((best, thread) => (thread.load < best.load ? thread : best), first);
    },
    async close() {
      closed = true;
      await Promise.all([...threads].map((thread) => thread.terminate(CLOSED)));
    },
  };
}

const CLOSED: Failure = { code: "SANDBOX_CLOSED", message: "the sandbox is closed" };
const LOST = { code: "SANDBOX_WORKER_LOST" };
