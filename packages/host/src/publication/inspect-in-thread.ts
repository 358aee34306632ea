import { Worker } from "node:worker_threads";
import { BotwrightError, createKeyedQueue } from "@botwright/core";
import type { Inspection } from "@botwright/inspect";

/** A source file, or the built file beside the bundle that has this module. */
const isSource = import.meta.url.endsWith(".ts");
const FILE = new URL(`inspect-thread.${isSource ? "ts" : "js"}`, import.meta.url);

/** Milliseconds for one file, even on a busy machine: the work of an inspection is bounded. */
const LONGEST_MS = 60_000;

const queue = createKeyedQueue();
let thread: Worker | undefined;
/** Of the file that is inspected. */
let settle: PromiseWithResolvers<Inspection> | undefined;

/**
 * Inspects a file outside of the main thread, which strangers could keep from its bots otherwise: the worst file
 * takes seconds. One file at a time; the thread starts with the first one, and keeps no process alive.
 *
 * @throws {BotwrightError} `INSPECTION_LOST`
 */
export function inspectInThread(source: string): Promise<Inspection> {
  return queue.run("", () => inspectNow(source));
}

async function inspectNow(source: string): Promise<Inspection> {
  const worker = (thread ??= start());
  settle = Promise.withResolvers<Inspection>();
  const timer = setTimeout(() => void worker.terminate(), LONGEST_MS);
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

/** Starts a thread; when it ends, the next file starts another one. */
function start(): Worker {
  const execArgv = isSource ? ["--conditions=@botwright/source"] : [];
  const worker = new Worker(FILE, { execArgv, env: {} });
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

function lost(cause?: unknown): BotwrightError {
  return new BotwrightError("the thread that inspects files has ended: try again", {
    code: "INSPECTION_LOST",
    cause,
  });
}
