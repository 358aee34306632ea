import { describeError, type LocalizedText, type PlatformRefusal } from "@botwright/core";
import type { PlatformErrorCode } from "../error-codes.ts";

/** What a bot's owner does when the platform refuses the bot: in general, and for some reasons. */
export interface RefusalAdvice extends LocalizedText {
  readonly byCode?: Readonly<Partial<Record<PlatformErrorCode, LocalizedText>>>;
}

/**
 * The status of a bot that the platform refuses.
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
