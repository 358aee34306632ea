import type { AIUsage, CallModelResult } from "@botwright/core";
import type { Purchased } from "./purchase.ts";

/** The result of `callModel`, and the additional values that the log records. */
export interface ModelCall {
  readonly result: CallModelResult;
  readonly errorCode: string | null;
  readonly chargeKey?: string;
}

const NOTHING = { charged: 0 };

/** Creates the result of a call without an answer. Nothing is charged, unless an earlier attempt was. */
export function failed(
  error: string,
  errorCode: string,
  { charged, chargeKey }: Omit<Purchased<unknown>, "goods"> = NOTHING,
): ModelCall {
  return {
    result: {
      text: "",
      imageUrl: null,
      usage: { prompt_tokens: 0, completion_tokens: 0 },
      credits_deducted: charged,
      free_use: false,
      error,
    },
    errorCode,
    ...(chargeKey !== undefined && { chargeKey }),
  };
}

/** Creates the result of a call with an answer. */
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
