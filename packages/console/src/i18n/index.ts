import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { createTranslate, type Language, type Translate } from "./translate.ts";

export { hasText, type Language, type TextKey, type Translate } from "./translate.ts";

/** Under this name the page of the simulated chats finds it too. */
const STORED = "botwright.language";

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

/**
 * Calls back when another tab has chosen a language.
 *
 * @returns what ends it
 */
export function whenLanguageIsStored(onChoice: (language: Language) => void): () => void {
  const look = ({ key }: StorageEvent): void => {
    if (key === STORED) onChoice(initialLanguage());
  };
  addEventListener("storage", look);
  return () => removeEventListener("storage", look);
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
