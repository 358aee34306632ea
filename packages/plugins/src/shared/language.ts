import type { Platform } from "@botwright/core";

/** The languages of the built-in plugins. */
export type Language = "zh" | "en";

/** What the setting `language` may be. */
export const LANGUAGE_SETTINGS = ["auto", "zh", "en"] as const;

/**
 * The language of an answer: the one that is set, else by the script of the message. A message without
 * letters counts as English on Telegram and as Chinese elsewhere.
 *
 * @example
 * languageOf("auto", "成语接龙", "telegram"); // "zh"
 */
export function languageOf(
  setting: (typeof LANGUAGE_SETTINGS)[number],
  text: string,
  platform: Platform,
): Language {
  if (setting !== "auto") return setting;
  if (isChinese(text)) return "zh";
  if (/\p{L}/u.test(text)) return "en";
  return platform === "telegram" ? "en" : "zh";
}

/** Whether a text has Chinese characters. */
export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
