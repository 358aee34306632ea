import { account } from "./texts/account.ts";
import { app } from "./texts/app.ts";
import { bots } from "./texts/bots.ts";
import { installed } from "./texts/installed.ts";
import { library } from "./texts/library.ts";
import { credentials } from "./texts/credentials.ts";
import { credits } from "./texts/credits.ts";
import { admin } from "./texts/admin.ts";
import { developer } from "./texts/developer.ts";
import { errors } from "./texts/errors.ts";
import { login } from "./texts/login.ts";
import { messages } from "./texts/messages.ts";
import { playground } from "./texts/playground.ts";
import { storage } from "./texts/storage.ts";
import { updates } from "./texts/updates.ts";

/** The keys of all texts. */
export type TextKey = keyof typeof TEXTS.en;

/** The languages of the console. */
export type Language = "en" | "zh";

/** All texts; a line for each area. */
const TEXTS = {
  en: {
    ...app.en,
    ...login.en,
    ...errors.en,
    ...account.en,
    ...bots.en,
    ...library.en,
    ...installed.en,
    ...messages.en,
    ...storage.en,
    ...credits.en,
    ...credentials.en,
    ...developer.en,
    ...playground.en,
    ...admin.en,
    ...updates.en,
  },
  zh: {
    ...app.zh,
    ...login.zh,
    ...errors.zh,
    ...account.zh,
    ...bots.zh,
    ...library.zh,
    ...installed.zh,
    ...messages.zh,
    ...storage.zh,
    ...credits.zh,
    ...credentials.zh,
    ...developer.zh,
    ...playground.zh,
    ...admin.zh,
    ...updates.zh,
  },
} as const;

/** Whether there is a text with this key. */
export function hasText(key: string): key is TextKey {
  return Object.hasOwn(TEXTS.en, key);
}

/**
 * Writes a text; `{name}` becomes the value of that name, and `{name|day|days}` the first word where that value
 * is 1, else the second.
 */
export type Translate = (
  key: TextKey,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Creates the texts of a language. */
export function createTranslate(language: Language): Translate {
  return (key, values = {}) =>
    TEXTS[language][key].replaceAll(
      /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g,
      (whole, name: string, one?: string, many?: string) =>
        String((one === undefined ? values[name] : values[name] === 1 ? one : many) ?? whole),
    );
}
