import type { JSX } from "preact";
import { api, failureOf } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { wordsOf } from "../../ui/form.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { useToast } from "../../ui/toasts.tsx";

/** What can be done with a run that was recorded. */
export function RunActions({
  messageId,
  plugin,
  isRecorded,
}: {
  readonly messageId: number;
  readonly plugin: string;
  /** Plugins of the host itself run outside of the sandbox, without a record. */
  readonly isRecorded: boolean;
}): JSX.Element | null {
  const { t } = useLanguage();
  const toast = useToast();
  if (!isRecorded) return null;
  async function download(): Promise<void> {
    try {
      const param = { id: String(messageId) };
      const answer = await api.messages[":id"].record.$get({ param, query: { plugin } });
      if (!answer.ok) throw await failureOf(answer);
      saveFile(`${plugin}-${messageId}.json`, "application/json", await answer.text());
    } catch (error) {
      toast({ text: wordsOf(error), isError: true });
    }
  }
  return (
    <p class="row">
      <button type="button" onClick={() => void download()}>
        {t("messages.download")}
      </button>
    </p>
  );
}
