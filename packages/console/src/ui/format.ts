import type { Language } from "../i18n/index.ts";

const LOCALE = { en: "en-GB", zh: "zh-CN" } as const;

const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
const DAY = { month: "short", day: "numeric" } as const;

/** The formats of points in time. */
const FORMS = {
  today: TIME,
  thisYear: { ...DAY, ...TIME },
  earlier: { year: "numeric", ...DAY, ...TIME },
  moment: { dateStyle: "medium", timeStyle: "short" },
  day: { dateStyle: "medium" },
  shortDay: { ...DAY, timeZone: "UTC" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Cached by language and form, because creating a format takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatDate(time: Date, language: Language, form: keyof typeof FORMS): string {
  const key = `${language} ${form}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(LOCALE[language], FORMS[form]);
  formats.set(key, format);
  return format.format(time);
}

/** A point in time in a log: the time of day, with the date if that is not today. */
export function formatTime(iso: string, language: Language): string {
  const time = new Date(iso);
  const now = new Date();
  const isToday = time.toDateString() === now.toDateString();
  const isThisYear = time.getFullYear() === now.getFullYear();
  return formatDate(time, language, isToday ? "today" : isThisYear ? "thisYear" : "earlier");
}

/** A point in time with date, hour and minute. */
export function formatMoment(iso: string, language: Language): string {
  return formatDate(new Date(iso), language, "moment");
}

/** A day. */
export function formatDay(iso: string, language: Language): string {
  return formatDate(new Date(iso), language, "day");
}

/** A day of UTC without its year, from seconds since 1970. */
export function formatShortDay(seconds: number, language: Language): string {
  return formatDate(new Date(seconds * 1000), language, "shortDay");
}

const numbers = {
  en: new Intl.NumberFormat(LOCALE.en),
  zh: new Intl.NumberFormat(LOCALE.zh),
};

/** A number with the separators of the language. */
export function formatNumber(value: number, language: Language): string {
  return numbers[language].format(value);
}

/** A name that a plugin has chosen, in visible form: escaped if it has only invisible characters. */
export function showName(name: string): string {
  return /[^\p{C}\p{Z}\p{M}]/u.test(name)
    ? name
    : `"${Array.from(name, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`).join("")}"`;
}

/** A duration in milliseconds, from 10 s on in seconds. */
export function formatMs(ms: number): string {
  // A no-break space keeps the number and its unit on one line.
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)}\u00A0s`;
  return `${Number(ms.toFixed(ms >= 10 ? 0 : 1))}\u00A0ms`;
}

/** An amount of bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const isSmall = bytes < 1024 * 1024;
  return isSmall ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
