import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";

/** Shown for a URL that no page has. */
export function NotFoundPage(): JSX.Element {
  const { t } = useLanguage();
  return <h1>{t("app.notFound")}</h1>;
}
