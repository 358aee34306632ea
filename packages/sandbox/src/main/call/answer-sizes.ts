import { findOperation, LIMITS } from "@botwright/core";
import type { CallLimits } from "../../protocol/call-limits.ts";

/** Assumed size in bytes of an answer while the call has no other host call open. */
const SMALL = 16_384;

/** Assumed size in bytes of a service's answer. */
const LARGE = LIMITS.storage.valueBytes;

/** Whether the answer carries no content: nothing, or the receipt of a send. */
function isEmpty(operation: string): boolean {
  const row = findOperation(operation);
  return operation === "timer" || row?.kind === "send" || row?.answer === "nothing";
}

/**
 * Estimates the size of answers, so that their bytes are reserved before the host fetches them. The limits
 * bound what the sandbox itself fetches. For services, the first open host call of a call reserves little,
 * because a thousand handlers may wait for one answer each; further open host calls reserve the full
 * estimate.
 */
export interface AnswerSizes {
  /** Bytes to reserve for an answer. */
  expect(operation: string, openBeside: number): number;
  /** Records the actual size of an answer of this operation. */
  learn(operation: string, bytes: number): void;
}

/** Creates the estimates of one plugin. */
export function createAnswerSizes(
  limits: Pick<CallLimits, "fetchBytes" | "downloadBytes">,
): AnswerSizes {
  /** The largest answer so far by operation; bounded, because the set of operations is fixed. */
  const largest = new Map<string, number>();
  return {
    expect(operation, openBeside) {
      if (isEmpty(operation)) return 0;
      if (operation === "fetch") return limits.fetchBytes;
      if (findOperation(operation)?.answer === "bytes") return limits.downloadBytes;
      const least = openBeside === 0 ? SMALL : LARGE;
      return Math.max(least, largest.get(operation) ?? 0);
    },
    learn(operation, bytes) {
      if (bytes > (largest.get(operation) ?? SMALL)) largest.set(operation, bytes);
    },
  };
}
