/**
 * What the process of `inspection-process.ts` runs: answers each source with {@link BEGUN} and with what its inspection
 * finds. It ends with the process that has started it.
 *
 * @module
 */
import { inspectPlugin } from "@botwright/inspect";
import { BEGUN } from "./inspection-messages.ts";

process.on("message", (source: string) => {
  process.send?.(BEGUN);
  process.send?.(inspectPlugin(source));
});
