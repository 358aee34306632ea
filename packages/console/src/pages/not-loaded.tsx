import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";

/** Shown when a page's code could not be loaded: the host is away, or has another version of the console. */
export function NotLoadedPage(): JSX.Element {
  const { t } = useLanguage();
  return (
    <div class="notice error" role="alert">
      <p>{t("app.notLoaded")}</p>
      <button type="button" onClick={() => location.reload()}>
        {t("app.reload")}
      </button>
    </div>
  );
}
