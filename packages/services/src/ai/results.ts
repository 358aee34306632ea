import type { AIUsage, CallModelResult } from "@botwright/core";
import type { Purchased } from "./purchase.ts";

/** The result of `callModel`, with what the log records beside it. */
export interface ModelCall {
  readonly result: CallModelResult;
  readonly errorCode: string | null;
  readonly chargeKey?: string;
}

/** A call without an answer; nothing is charged. */
export function failed(error: string, errorCode: string): ModelCall {
  return {
    result: {
      text: "",
      imageUrl: null,
      usage: { prompt_tokens: 0, completion_tokens: 0 },
      credits_deducted: 0,
      free_use: false,
      error,
    },
    errorCode,
  };
}

/** A call with an answer. */
export function answered(
  { charged, chargeKey }: Omit<Purchased<unknown>, "goods">,
  answer: {
    readonly text: string;
    readonly imageUrl: string | null;
    readonly usage: AIUsage;
    readonly isFree: boolean;
  },
): ModelCall {
  const { isFree, ...rest } = answer;
  return {
    result: { ...rest, credits_deducted: charged, free_use: isFree, error: null },
    errorCode: null,
    ...(chargeKey !== undefined && { chargeKey }),
  };
}
