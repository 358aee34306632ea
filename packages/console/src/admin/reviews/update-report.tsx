import type { UpdateReport } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { ReportCounts } from "../../updates/report-counts.tsx";

/** Shows the results of an update on recorded runs, and runs the waiting version on them. */
export function UpdateReportView({
  pluginId,
  report,
  isWaiting,
  onMade,
}: {
  readonly pluginId: number;
  /** The report of the shown version; `null` when it has not been run yet. */
  readonly report: UpdateReport | null;
  /** Whether the shown version is still waiting, because the host runs the waiting one. */
  readonly isWaiting: boolean;
  /** Reloads the review, which contains the report of its version. */
  readonly onMade: () => void;
}): JSX.Element {
  const { t } = useLanguage();

  async function run(): Promise<void> {
    const param = { id: String(pluginId) };
    await read(api.admin.plugins[":id"]["update-report"].$post({ param }));
    onMade();
  }

  return (
    <>
      {report === null ? (
        <p class="quiet">{t("admin.review.noReport")}</p>
      ) : (
        <ReportCounts report={report} />
      )}
      {isWaiting && <ActButton onAct={run}>{t("report.check")}</ActButton>}
    </>
  );
}
