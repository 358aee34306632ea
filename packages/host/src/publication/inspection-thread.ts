import { Worker } from "node:worker_threads";
import { BotwrightError, createKeyedQueue } from "@botwright/core";
import type { Inspection } from "@botwright/inspect";
import { INSPECTION_FILE } from "./inspection-file.ts";

/** A thread that inspects files. */
export interface InspectionThread extends AsyncDisposable {
  /** @throws {BotwrightError} `INSPECTION_LOST` */
  readonly inspect: (source: string) => Promise<Inspection>;
}

/** Milliseconds for one file, even on a busy machine: the work of an inspection is bounded. */
const MAX_MS = 60_000;

/** MiB of values that outlive a moment, of which the worst files need less than half. */
const MAX_MEMORY_MB = 512;

/**
 * Inspects files outside of the main thread, which strangers could keep from its bots otherwise: the worst file
 * takes seconds. One file at a time. The thread starts with the first file, and again when it was lost; it keeps
 * no process alive.
 *
 * @param maxMemoryMb A thread that needs more ends, and is lost
 */
export function createInspectionThread(maxMemoryMb = MAX_MEMORY_MB): InspectionThread {
  const queue = createKeyedQueue();
  let thread: Worker | undefined;
  /** Of the file that is inspected. */
  let settle: PromiseWithResolvers<Inspection> | undefined;

  async function inspectNow(source: string): Promise<Inspection> {
    const worker = (thread ??= start());
    settle = Promise.withResolvers<Inspection>();
    const timer = setTimeout(() => void worker.terminate(), MAX_MS);
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(source);
    try {
      return await settle.promise;
    } finally {
      settle = undefined;
      clearTimeout(timer);
      worker.unref();
    }
  }

  function start(): Worker {
    const isSource = INSPECTION_FILE.pathname.endsWith(".ts");
    const execArgv = isSource ? ["--conditions=@botwright/source"] : [];
    const resourceLimits = { maxOldGenerationSizeMb: maxMemoryMb };
    const worker = new Worker(INSPECTION_FILE, { execArgv, env: {}, resourceLimits });
    worker.on("message", (found: Inspection) => settle?.resolve(found));
    for (const event of ["error", "exit"]) {
      worker.on(event, (cause: unknown) => {
        // An error is followed by the end, when another thread may be at work.
        if (thread !== worker) return;
        thread = undefined;
        settle?.reject(lost(cause));
      });
    }
    return worker;
  }

  return {
    inspect: (source) => queue.run("", () => inspectNow(source)),
    async [Symbol.asyncDispose]() {
      await thread?.terminate();
    },
  };
}

function lost(cause?: unknown): BotwrightError {
  return new BotwrightError("the thread that inspects files has ended: try again", {
    code: "INSPECTION_LOST",
    cause,
  });
}
