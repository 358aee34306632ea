import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";

/** A time of day in the visitor's language and time zone. */
export function Moment({ at }: { readonly at: string }): JSX.Element {
  const { language } = useLanguage();
  const format = new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en", {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}
