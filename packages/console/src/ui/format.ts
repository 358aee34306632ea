import type { Language } from "../i18n/index.ts";

const LOCALE = { en: "en-GB", zh: "zh-CN" } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A moment: the time of day, with the date where it is older than a day. */
export function formatTime(iso: string, language: Language): string {
  const time = new Date(iso);
  const isOld = Math.abs(Date.now() - time.getTime()) > DAY_MS;
  return time.toLocaleString(LOCALE[language], {
    ...(isOld && { year: "numeric", month: "short", day: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}

/** A number with the separators of the language. */
export function formatNumber(value: number, language: Language): string {
  return value.toLocaleString(LOCALE[language]);
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
