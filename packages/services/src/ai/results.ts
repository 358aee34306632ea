import type { AIUsage, CallModelResult } from "@botwright/core";

/** What `callModel` gives when there is no answer; nothing is charged. */
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

/** What `callModel` gives when the account cannot pay. */
export function tooFewCredits(): CallModelResult {
  return failed("Not enough credits: top up, or use a free model.");
}

/** What `callModel` gives with an answer. */
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
