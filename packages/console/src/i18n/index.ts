import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { account } from "./texts/account.ts";
import { app } from "./texts/app.ts";
import { bots } from "./texts/bots.ts";
import { installed } from "./texts/installed.ts";
import { library } from "./texts/library.ts";
import { credentials } from "./texts/credentials.ts";
import { credits } from "./texts/credits.ts";
import { admin } from "./texts/admin.ts";
import { developer } from "./texts/developer.ts";
import { login } from "./texts/login.ts";
import { messages } from "./texts/messages.ts";
import { storage } from "./texts/storage.ts";

/** The keys of all texts. */
export type TextKey = keyof typeof TEXTS.en;

/** The languages of the console. */
export type Language = "en" | "zh";

/** All texts; a line for each area. */
const TEXTS = {
  en: {
    ...app.en,
    ...login.en,
    ...account.en,
    ...bots.en,
    ...library.en,
    ...installed.en,
    ...messages.en,
    ...storage.en,
    ...credits.en,
    ...credentials.en,
    ...developer.en,
    ...admin.en,
  },
  zh: {
    ...app.zh,
    ...login.zh,
    ...account.zh,
    ...bots.zh,
    ...library.zh,
    ...installed.zh,
    ...messages.zh,
    ...storage.zh,
    ...credits.zh,
    ...credentials.zh,
    ...developer.zh,
    ...admin.zh,
  },
} as const;
const STORED = "botwright.language";

/** Writes a text; `{name}` becomes the value of that name. */
export type Translate = (
  key: TextKey,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Creates the texts of a language. */
export function createTranslate(language: Language): Translate {
  return (key, values = {}) =>
    TEXTS[language][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      String(values[name] ?? whole),
    );
}

/** The language that the visitor has chosen, else the browser's. */
export function initialLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  if (stored === "en" || stored === "zh") return stored;
  return navigator.language.startsWith("zh") ? "zh" : "en";
}

/** Keeps a choice for the next visit. */
export function storeLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
}

/** What components read: the language, its texts, and the way to another one. */
export interface LanguageContext {
  readonly language: Language;
  readonly t: Translate;
  readonly setLanguage: (language: Language) => void;
}

/** The context of {@link useLanguage}. */
export const Languages = createContext<LanguageContext>({
  language: "en",
  t: createTranslate("en"),
  setLanguage: () => {},
});

/** The texts of the page's language. */
export function useLanguage(): LanguageContext {
  return useContext(Languages);
}
