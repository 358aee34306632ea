import type { Parameters } from "fast-check";

/** When a fuzz run ends: after this many plugins, or after this time. */
export type Until = { readonly runs: number } | { readonly seconds: number };

/** The same for `fc.assert`. */
export function parametersOf(
  until: Until,
): Pick<Parameters, "numRuns" | "interruptAfterTimeLimit" | "markInterruptAsFailure"> {
  if ("runs" in until) return { numRuns: until.runs };
  return {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: until.seconds * 1000,
    markInterruptAsFailure: false,
  };
}
