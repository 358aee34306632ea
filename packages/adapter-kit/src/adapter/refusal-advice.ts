import { describeError, type LocalizedText, type PlatformRefusal } from "@botwright/core";
import type { PlatformErrorCode } from "../error-codes.ts";

/** Tells a bot's owner what to do when the platform refuses the bot: a general text, and texts for some error codes. */
export interface RefusalAdvice extends LocalizedText {
  readonly byCode?: Readonly<Partial<Record<PlatformErrorCode, LocalizedText>>>;
}

/**
 * Makes the status of a bot that the platform refuses.
 *
 * @example
 * toRefused(error, { en: "Give the bot a new token.", zh: "请为机器人换一个新令牌。" });
 */
export function toRefused(
  error: unknown,
  { byCode = {}, ...general }: RefusalAdvice,
): { readonly state: "refused" } & PlatformRefusal {
  const report = describeError(error);
  const known: Readonly<Record<string, LocalizedText | undefined>> = byCode;
  return { state: "refused", ...report, advice: known[report.code] ?? general };
}
