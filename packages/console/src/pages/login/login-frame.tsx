import type { ComponentChildren, JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";
import { LanguageButton } from "../../ui/language-button.tsx";

/** A page without a session: the name of the product, the change of the language, and below what the page asks. */
export function LoginFrame({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { t } = useLanguage();
  return (
    <main class="narrow">
      <p class="links">
        <strong>{t("app.name")}</strong>
        <LanguageButton />
      </p>
      {children}
    </main>
  );
}
