/**
 * What the process of `inspection-process.ts` runs: answers each source with what its inspection finds. It ends with the
 * process that has started it.
 *
 * @module
 */
import { inspectPlugin } from "@botwright/inspect";

process.on("message", (source: string) => {
  process.send?.(inspectPlugin(source));
});
