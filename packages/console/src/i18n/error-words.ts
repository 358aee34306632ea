import type { Refusal } from "@botwright/host";
import { useCallback } from "preact/hooks";
import { ApiError } from "../api.ts";
import { refusalIn } from "./finding-words.ts";
import { hasText, type Language, type Translate, useLanguage } from "./index.ts";

/**
 * Says what is wrong and what to do, in the page's language. A text that ends in a colon is followed by the
 * host's own words, which name the field, the number or the platform's reason, or by the finding for which a
 * file was refused; a code without a text, by these words alone.
 */
function wordsOf(error: unknown, t: Translate, language: Language): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const key = `error.${error.code}`;
  if (!hasText(key)) return error.message;
  const text = t(key);
  if (isRefusal(error.refusal)) {
    const { advice, said } = error.refusal;
    const sentences = [text, advice[language], t("bots.said", { said })];
    return sentences.join(language === "zh" ? "" : " ");
  }
  if (!/[:：]$/.test(text)) return text;
  const refusal = refusalIn(error.findings, language);
  const why =
    refusal === undefined
      ? error.message
      : `${t("dev.line", { line: refusal.line })}${t("app.colon")}${refusal.words}`;
  return `${text} ${why}`;
}

/** Whether a value says why a platform refuses a bot: it came in an error, whose body has no type. */
function isRefusal(value: unknown): value is Refusal {
  const { advice, said } = Object(value);
  const { en, zh } = Object(advice);
  return [en, zh, said].every((text) => typeof text === "string");
}

/** {@link wordsOf} in the page's language. */
export function useWords(): (error: unknown) => string {
  const { t, language } = useLanguage();
  return useCallback((error: unknown) => wordsOf(error, t, language), [t, language]);
}
