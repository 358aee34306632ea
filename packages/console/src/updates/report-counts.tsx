import type { UpdateReport } from "@botwright/host";
import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";

const COUNTS = [
  "runs",
  "same",
  "asks_otherwise",
  "sends_otherwise",
  "ends_otherwise",
  "fails",
  "costs_more",
  "not_comparable",
] as const;

/** The results of a version on the recorded runs of another one. */
export function ReportCounts({ report }: { readonly report: UpdateReport }): JSX.Element {
  const { t } = useLanguage();
  return (
    <>
      <dl class="counts">
        {COUNTS.map((key) => (
          <div key={key} class={key === "fails" && report.fails > 0 ? "error" : undefined}>
            <dt>{t(`report.${key}`)}</dt>
            <dd>{report[key]}</dd>
          </div>
        ))}
      </dl>
      {!report.is_complete && <p class="warn">{t("report.incomplete")}</p>}
    </>
  );
}
