import type { AIUsage, CallModelResult } from "@botwright/core";

/** The result of `callModel` without an answer; nothing is charged. */
export function failed(error: string): CallModelResult {
  return {
    text: "",
    imageUrl: null,
    usage: { prompt_tokens: 0, completion_tokens: 0 },
    credits_deducted: 0,
    free_use: false,
    error,
  };
}

/** The result of `callModel` when the account has too few credits. */
export function tooFewCredits(): CallModelResult {
  return failed("Not enough credits: top up, or use a free model.");
}

/** The result of `callModel` with an answer. */
export function answered(answer: {
  readonly text: string;
  readonly imageUrl: string | null;
  readonly usage: AIUsage;
  readonly charged: number;
  readonly isFree: boolean;
}): CallModelResult {
  const { text, imageUrl, usage, charged, isFree } = answer;
  return { text, imageUrl, usage, credits_deducted: charged, free_use: isFree, error: null };
}
