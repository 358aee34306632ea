import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";
import { formatMoment } from "./format.ts";

/** A time of day in the visitor's language and time zone. */
export function Moment({ at }: { readonly at: string }): JSX.Element {
  const { language } = useLanguage();
  return <time dateTime={at}>{formatMoment(at, language)}</time>;
}
