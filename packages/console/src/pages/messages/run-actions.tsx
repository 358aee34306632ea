import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { RerunDialog } from "./rerun.tsx";

/** The actions on a recorded run. */
export function RunActions({
  messageId,
  plugin,
  isRecorded,
}: {
  readonly messageId: number;
  readonly plugin: string;
  /** `false` for plugins of the host itself, which run outside of the sandbox without a record. */
  readonly isRecorded: boolean;
}): JSX.Element | null {
  const { t } = useLanguage();
  const [isRerunning, setRerunning] = useState(false);
  if (!isRecorded) return null;
  async function download(): Promise<void> {
    const param = { id: String(messageId) };
    const record = await read(api.messages[":id"].record.$get({ param, query: { plugin } }));
    const text = JSON.stringify(record, null, 2);
    saveFile(`${plugin}-${messageId}.json`, "application/json", text);
  }
  const playground = new URLSearchParams({ plugin, message: String(messageId) });
  return (
    <div class="row">
      <a href={`/library/${plugin}`}>{t("messages.aboutPlugin")}</a>
      <a href={`/try?${playground}`}>{t("messages.playground")}</a>
      <button type="button" onClick={() => setRerunning(true)}>
        {t("messages.rerun")}
      </button>
      <ActButton onAct={download}>{t("messages.download")}</ActButton>
      {isRerunning && (
        <RerunDialog messageId={messageId} plugin={plugin} onClose={() => setRerunning(false)} />
      )}
    </div>
  );
}
