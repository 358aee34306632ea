/**
 * The program of the process in `inspection-process.ts`. It answers each source with {@link BEGUN}, and then with the
 * result of the inspection. It ends with the process that has started it.
 *
 * @module
 */
import { inspectPlugin } from "@botwright/inspect";
import { BEGUN } from "./inspection-messages.ts";

process.on("message", (source: string) => {
  process.send?.(BEGUN);
  process.send?.(inspectPlugin(source));
});
