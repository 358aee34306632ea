import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";

/** Switches to the other language; its text is in that language. */
export function LanguageButton(): JSX.Element {
  const { t, language, setLanguage } = useLanguage();
  return (
    <button type="button" class="link" onClick={() => setLanguage(language === "en" ? "zh" : "en")}>
      {t("app.language")}
    </button>
  );
}
