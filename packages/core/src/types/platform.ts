import { InvalidInputError } from "./errors.ts";

/**
 * The five platforms, in the order of their identifiers.
 *
 * @example
 * for (const platform of PLATFORMS) console.log(platform); // "wechat", "feishu", …
 */
export const PLATFORMS = ["wechat", "feishu", "wecom", "dingtalk", "telegram"] as const;

/** One of the five platform identifiers; the value of `bot.platform`. */
export type Platform = (typeof PLATFORMS)[number];

/** The set of context names and bot methods that a plugin sees: all platforms, or the older WeChat-only set. */
export type Variant = "multi" | "single";

/**
 * Refuses the single-platform variant on every platform but WeChat.
 *
 * @throws {InvalidInputError} `INVALID_INPUT`
 */
export function assertVariantPlatform(variant: Variant, platform: Platform): void {
  if (variant === "multi" || platform === "wechat") return;
  throw new InvalidInputError(
    `variant: "single" is for the platform wechat only; this bot is on ${platform}: leave variant out`,
    { code: "INVALID_INPUT" },
  );
}
