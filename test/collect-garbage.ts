import { setFlagsFromString } from "node:v8";
import { setTimeout as sleep } from "node:timers/promises";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
// A context that is made after the flag was set has the function; the one that runs this file has not.
const collect: unknown = runInNewContext("gc");

/** Runs the garbage collector of this thread over its whole heap. */
export function collectGarbage(): void {
  if (typeof collect !== "function")
    throw new Error("this Node does not let a test collect garbage");
  collect();
}

/** Collects several times, with turns of the event loop between: finalizers run in them, and let more go. */
export async function settleGarbage(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await sleep(20);
  }
}
