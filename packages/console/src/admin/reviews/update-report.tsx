import type { UpdateReport } from "@botwright/host";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { ReportCounts } from "../../updates/report-counts.tsx";

/** Shows how the waiting version did on recorded runs, and runs it on them. */
export function UpdateReportView({
  pluginId,
  known,
  isUpdate,
}: {
  readonly pluginId: number;
  readonly known: UpdateReport | null;
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
        <ReportCounts report={report} />
      )}
      <ActButton onAct={run}>{t("report.check")}</ActButton>
    </>
  );
}
