import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { ActButton } from "../ui/act-button.tsx";

/** How a version did on the recorded runs of the published one. */
type Report = NonNullable<
  InferResponseType<(typeof api.admin.plugins)[":id"]["update-report"]["$post"]>["report"]
>;

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

/** Shows how the waiting version did on recorded runs, and runs it on them. */
export function UpdateReportView({
  pluginId,
  known,
  isUpdate,
}: {
  readonly pluginId: number;
  readonly known: Report | null;
  readonly isUpdate: boolean;
}): JSX.Element {
  const { t } = useLanguage();
  const [report, setReport] = useState(known);
  if (!isUpdate) return <p class="quiet">{t("admin.review.noRuns")}</p>;

  async function run(): Promise<void> {
    const param = { id: String(pluginId) };
    const made = await read(api.admin.plugins[":id"]["update-report"].$post({ param }));
    setReport(made.report);
  }

  return (
    <>
      {report === null ? (
        <p class="quiet">{t("admin.review.noReport")}</p>
      ) : (
        <>
          <dl class="counts">
            {COUNTS.map((key) => (
              <div key={key} class={key === "fails" && report.fails > 0 ? "error" : undefined}>
                <dt>{t(`admin.report.${key}`)}</dt>
                <dd>{report[key]}</dd>
              </div>
            ))}
          </dl>
          {!report.is_complete && <p class="warn">{t("admin.report.incomplete")}</p>}
        </>
      )}
      <ActButton onAct={run}>{t("admin.review.runReport")}</ActButton>
    </>
  );
}
