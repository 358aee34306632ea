/**
 * What the thread of `inspection-thread.ts` runs: answers each source with what its inspection finds.
 *
 * @module
 */
import { parentPort } from "node:worker_threads";
import { inspectPlugin } from "@botwright/inspect";

parentPort?.on("message", (source: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(inspectPlugin(source));
});
