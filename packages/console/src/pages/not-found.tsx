import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";

/** An address that no page has. */
export function NotFoundPage(): JSX.Element {
  const { t } = useLanguage();
  return <h1>{t("app.notFound")}</h1>;
}
