import { useCallback } from "preact/hooks";
import { ApiError } from "../api.ts";
import { hasText, type Translate, useLanguage } from "./index.ts";

/**
 * Says what is wrong and what to do, in the page's language. A text that ends in a colon is followed by the
 * host's own words, which name the field, the number or the platform's reason; a code without a text, by
 * these words alone.
 */
function wordsOf(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const key = `error.${error.code}`;
  if (!hasText(key)) return error.message;
  const text = t(key);
  return /[:：]$/.test(text) ? `${text} ${error.message}` : text;
}

/** {@link wordsOf} in the page's language. */
export function useWords(): (error: unknown) => string {
  const { t } = useLanguage();
  return useCallback((error: unknown) => wordsOf(error, t), [t]);
}
