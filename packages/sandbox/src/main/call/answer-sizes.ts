import { LIMITS } from "@botwright/core";
import type { CallLimits } from "../limits.ts";

/** Bytes that an answer is thought to have while nothing else of its call is open. */
const SMALL = 16_384;

/** Bytes that the answer of a service may be thought to have. */
const LARGE = LIMITS.storage.valueBytes;

/** Answers without content. */
const EMPTY = /^(?:bot\.(?:reply|send|cancel)|storage\.(?:set|delete|clear)|timer)/u;

/**
 * Foretells how large answers are, so that bytes are set aside before they are fetched. What the
 * sandbox fetches itself is bounded by its limits; of a service the first answer of a call counts
 * little, for a thousand handlers may wait for one each, and further ones beside it count in full.
 */
export interface AnswerSizes {
  /** Bytes to set aside for an answer. */
  expect(operation: string, openBeside: number): number;
  /** An answer of this operation has had so many bytes. */
  learn(operation: string, bytes: number): void;
}

/** Makes the sizes of one plugin. */
export function createAnswerSizes(
  limits: Pick<CallLimits, "fetchBytes" | "downloadBytes">,
): AnswerSizes {
  /** The largest answer so far, by operation; there are as many as operations. */
  const largest = new Map<string, number>();
  return {
    expect(operation, openBeside) {
      if (EMPTY.test(operation)) return 0;
      if (operation === "fetch") return limits.fetchBytes;
      if (operation.startsWith("bot.download")) return limits.downloadBytes;
      const least = openBeside === 0 ? SMALL : LARGE;
      return Math.max(least, largest.get(operation) ?? 0);
    },
    learn(operation, bytes) {
      if (bytes > (largest.get(operation) ?? SMALL)) largest.set(operation, bytes);
    },
  };
}
