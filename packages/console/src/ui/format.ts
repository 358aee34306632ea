import type { Language } from "../i18n/index.ts";

const LOCALE = { en: "en-GB", zh: "zh-CN" } as const;

/** A moment in a list of what happens: the time of day, with the date where that is not today. */
export function formatTime(iso: string, language: Language): string {
  const time = new Date(iso);
  const now = new Date();
  const isToday = time.toDateString() === now.toDateString();
  const isThisYear = time.getFullYear() === now.getFullYear();
  return time.toLocaleString(LOCALE[language], {
    ...(!isToday && { month: "short", day: "numeric" }),
    ...(!isThisYear && { year: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}

/** A moment by its date and minute. */
export function formatMoment(iso: string, language: Language): string {
  return new Date(iso).toLocaleString(LOCALE[language], {
    dateStyle: "medium",
    timeStyle: "short",
  });
}

/** A day. */
export function formatDay(iso: string, language: Language): string {
  return new Date(iso).toLocaleDateString(LOCALE[language], { dateStyle: "medium" });
}

/** A day of UTC without its year, from seconds since 1970. */
export function formatShortDay(seconds: number, language: Language): string {
  const shown = { month: "short", day: "numeric", timeZone: "UTC" } as const;
  return new Date(seconds * 1000).toLocaleDateString(LOCALE[language], shown);
}

/** A number with the separators of the language. */
export function formatNumber(value: number, language: Language): string {
  return value.toLocaleString(LOCALE[language]);
}

/** A name that a plugin has made, in a form that can be seen: also where it has signs without a shape only. */
export function showName(name: string): string {
  return /[^\p{C}\p{Z}\p{M}]/u.test(name)
    ? name
    : `"${Array.from(name, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`).join("")}"`;
}

/** A duration in milliseconds, or in seconds where it is longer. */
export function formatMs(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms >= 10 ? ms.toFixed(0) : ms.toFixed(1)} ms`;
}

/** An amount of bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const isSmall = bytes < 1024 * 1024;
  return isSmall ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
