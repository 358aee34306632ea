import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { api } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { ActButton } from "../ui/forms/act-button.tsx";
import { FindingTags } from "./finding-tags.tsx";
import { ReportCounts } from "./report-counts.tsx";
import { Failure } from "../ui/failure.tsx";

/** The differences between two versions on recorded runs. */
export type Compared = InferResponseType<
  (typeof api.bots)[":id"]["plugins"][":plugin_id"]["compare"]["$post"]
>;

/** Runs the waiting version on recorded runs, and shows the differences. */
export function UpdateCheck({
  what,
  compare,
}: {
  /** Says whose runs they are. */
  readonly what: string;
  /** Compares; `null` when there is nothing to compare with. */
  readonly compare: () => Promise<Compared | null>;
}): JSX.Element {
  const { t } = useLanguage();
  const [made, setMade] = useState<Compared | null>(null);
  return (
    <section aria-label={t("report.check")}>
      <p class="quiet">{what}</p>
      <div role="status">
        {made !== null && (
          <>
            <ReportCounts report={made.report} />
            <ChangedRuns runs={made.changed} />
          </>
        )}
      </div>
      <p>
        <ActButton onAct={async () => setMade(await compare())}>{t("report.check")}</ActButton>
      </p>
    </section>
  );
}

function ChangedRuns({ runs }: { readonly runs: Compared["changed"] }): JSX.Element {
  const { t } = useLanguage();
  return (
    <ul class="plain">
      {runs.map(({ message_id: id, findings, error }) => (
        <li key={id}>
          <a href={`/messages/${id}`}>{t("messages.open", { id })}</a>{" "}
          <FindingTags findings={findings} />
          {error !== null && (
            <p class="error">
              <Failure error={error} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
