import type { JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";

/** Says that the version that is shown cannot be decided on any more, and leads to the one that waits. */
export function ReplacedNotice({ onShow }: { readonly onShow: () => void }): JSX.Element {
  const { t } = useLanguage();
  function show(): void {
    onShow();
    // The button that has the focus goes, and what is read begins anew.
    document.getElementById("content")?.focus();
    scrollTo(0, 0);
  }
  return (
    <div class="notice warn" role="alert">
      <p>{t("admin.review.gone")}</p>
      <button type="button" onClick={show}>
        {t("admin.review.showWaiting")}
      </button>
    </div>
  );
}
