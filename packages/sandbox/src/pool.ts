import { PluginError } from "@botwright/core";
import type { Base } from "./base-image.ts";
import { compileWasm } from "./wasm.ts";
import { startWorker, type WorkerThread } from "./worker-thread.ts";

/** The workers of a sandbox. */
export interface Pool {
  /** The worker with the fewest tasks; starts the workers when first asked. */
  take(): Promise<WorkerThread>;
  close(): Promise<void>;
}

/** Keeps so many workers alive; one that ends is replaced at once. */
export function createPool(options: { workers: number; memoryBytes: number }): Pool {
  const threads = new Set<WorkerThread>();
  let starting: Promise<void> | undefined;
  let closed = false;

  /** The first worker builds the base image; the others are given it. */
  async function startAll(): Promise<void> {
    const wasmModule = await compileWasm();
    if (closed) return;
    let base: Base | undefined;
    const spawn = (): WorkerThread => {
      const data = { wasmModule, memoryBytes: options.memoryBytes };
      const thread: WorkerThread = startWorker(
        base === undefined ? data : { ...data, base },
        () => {
          threads.delete(thread);
          if (!closed && base !== undefined) spawn();
        },
      );
      threads.add(thread);
      return thread;
    };
    base = await spawn().ready;
    if (closed) return;
    for (let count = 1; count < options.workers; count++) spawn();
  }

  return {
    async take() {
      if (!closed) await (starting ??= startAll());
      const [first, ...others] = threads;
      if (closed || first === undefined) {
        throw new PluginError("the sandbox is closed", { code: "SANDBOX_CLOSED" });
      }
      return others.reduce((best, thread) => (thread.load < best.load ? thread : best), first);
    },
    async close() {
      closed = true;
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
