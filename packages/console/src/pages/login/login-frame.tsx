import type { ComponentChildren, JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";
import { LanguageButton } from "../../ui/language-button.tsx";

/** The frame of a page without a session: the product's name, the language button, and the content. */
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
