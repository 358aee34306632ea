import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { ActButton } from "../ui/act-button.tsx";
import { FindingTags } from "../updates/finding-tags.tsx";
import { ReportCounts } from "../updates/report-counts.tsx";

type Compared = InferResponseType<
  (typeof api.bots)[":id"]["plugins"][":plugin_id"]["compare"]["$post"]
>;

/** Runs the version that waits on what the bot's own has recorded, and shows what would be different. */
export function UpdateCheck({
  botId,
  pluginId,
}: {
  readonly botId: number;
  readonly pluginId: number;
}): JSX.Element {
  const { t } = useLanguage();
  const [made, setMade] = useState<Compared>();

  async function run(): Promise<void> {
    const param = { id: String(botId), plugin_id: String(pluginId) };
    setMade(await read(api.bots[":id"].plugins[":plugin_id"].compare.$post({ param })));
  }

  return (
    <section aria-label={t("installed.check")}>
      <p class="quiet">{t("installed.checkWhat")}</p>
      <div role="status">
        {made !== undefined && (
          <>
            <ReportCounts report={made.report} />
            <ChangedRuns runs={made.changed} />
          </>
        )}
      </div>
      <p>
        <ActButton onAct={run}>{t("installed.check")}</ActButton>
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
          {error !== null && <p class="error">{error.message}</p>}
        </li>
      ))}
    </ul>
  );
}
