import type { JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";

/** Says that the shown version can no longer be decided on, and leads to the one that is waiting. */
export function ReplacedNotice({ onShow }: { readonly onShow: () => void }): JSX.Element {
  const { t } = useLanguage();
  function show(): void {
    onShow();
    // The button with the focus disappears, so the focus moves to the content, which is read from its start.
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
