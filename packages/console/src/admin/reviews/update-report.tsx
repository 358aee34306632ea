import type { UpdateReport } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { ReportCounts } from "../../updates/report-counts.tsx";

/** Shows how an update did on recorded runs, and runs the version that waits on them. */
export function UpdateReportView({
  pluginId,
  report,
  isWaiting,
  onMade,
}: {
  readonly pluginId: number;
  /** Of the version that is shown; `null`: it was not run yet. */
  readonly report: UpdateReport | null;
  /** Whether that version still waits: the host runs the one that does. */
  readonly isWaiting: boolean;
  /** Reads the review again, which has the report of its version. */
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
