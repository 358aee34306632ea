import type { ComponentChildren, JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";

/** A page without a session: the name of the product, the change of the language, and below what the page asks. */
export function LoginFrame({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { t, language, setLanguage } = useLanguage();
  return (
    <main class="narrow">
      <p class="links">
        <strong>{t("app.name")}</strong>
        <button
          type="button"
          class="link"
          onClick={() => setLanguage(language === "en" ? "zh" : "en")}
        >
          {t("app.language")}
        </button>
      </p>
      {children}
    </main>
  );
}
