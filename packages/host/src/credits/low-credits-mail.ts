import type { Mail } from "../auth/letters.ts";
import type { LowCreditsEvent } from "./credit-warnings.ts";

/** The letter to the owner of an account whose credits have fallen below the threshold. */
export function lowCreditsMail(
  to: string,
  { balance, threshold }: LowCreditsEvent,
  publicUrl: string,
): Mail {
  return {
    to,
    subject: `Botwright: ${balance} credits are left`,
    text: `Your account at ${publicUrl} has ${balance} credits left, fewer than the ${threshold} below which you wanted to be told. Paid models stop when they are used up; free ones go on.\n`,
  };
}
