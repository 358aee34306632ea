import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";

/** Changes to the other language, in whose words it says so. */
export function LanguageButton(): JSX.Element {
  const { t, language, setLanguage } = useLanguage();
  return (
    <button type="button" class="link" onClick={() => setLanguage(language === "en" ? "zh" : "en")}>
      {t("app.language")}
    </button>
  );
}
