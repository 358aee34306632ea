import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Show } from "../../ui/data/loading.tsx";
import { useData } from "../../ui/data/use-data.ts";
import { FindingTags } from "../../updates/finding-tags.tsx";
import { Json } from "./call-trace.tsx";
import { Failure } from "../../ui/failure.tsx";

type Rerun = InferResponseType<(typeof api.messages)[":id"]["rerun"]["$post"]>;
type ComparedCall = Rerun["comparison"]["calls"][number]["now"];

/** Runs the published version of a plugin on a recorded run, and shows the differences. */
export function RerunDialog({
  messageId,
  plugin,
  onClose,
}: {
  readonly messageId: number;
  readonly plugin: string;
  readonly onClose: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const param = { id: String(messageId) };
  const rerun = useData(
    () => read(api.messages[":id"].rerun.$post({ param, query: { plugin } })),
    [messageId, plugin],
  );
  return (
    <Dialog title={t("messages.rerunTitle", { plugin })} onClose={onClose}>
      <p class="quiet">{t("messages.rerunNote")}</p>
      <Show of={rerun}>{(done) => <RerunResult rerun={done} />}</Show>
    </Dialog>
  );
}

function RerunResult({ rerun }: { readonly rerun: Rerun }): JSX.Element {
  const { t } = useLanguage();
  const { version, comparison } = rerun;
  const { findings, calls, error } = comparison;
  if (findings.length === 0) return <p class="good">{t("messages.rerunSame", { version })}</p>;
  return (
    <>
      <p>
        {t("messages.rerunDiffers", { version })} <FindingTags findings={findings} />
      </p>
      {error !== null && (
        <p class="error">
          <Failure error={error} />
        </p>
      )}
      {calls.map(({ sequence, recorded, now }) => (
        <div key={sequence} class="cards">
          <Side title={t("messages.before")} call={recorded} />
          <Side title={t("messages.now")} call={now} />
        </div>
      ))}
    </>
  );
}

function Side({
  title,
  call,
}: {
  readonly title: string;
  readonly call: ComparedCall;
}): JSX.Element {
  const { t } = useLanguage();
  return (
    <section>
      <h3>{title}</h3>
      {call === null ? (
        <p class="quiet">{t("messages.nothing")}</p>
      ) : (
        <>
          <code>{call.operation}</code>
          <Json value={call.args} />
        </>
      )}
    </section>
  );
}
