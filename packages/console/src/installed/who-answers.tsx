import type { DryRun } from "@botwright/host";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { TextField } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { useQuery } from "../ui/use-query.ts";
import { DryRunView } from "./dry-run-view.tsx";

/** Runs the plugins of a bot on a text, and shows which one answers. The URL contains the text. */
export function WhoAnswers({
  botId,
  version,
}: {
  readonly botId: number;
  /** The plugins of the bot: when they change, an earlier answer may be wrong. */
  readonly version: unknown;
}): JSX.Element {
  const { t } = useLanguage();
  const [{ text = "" }, setQuery] = useQuery();
  const [answer, setAnswer] = useState<{ readonly result: DryRun; readonly of: unknown }>();

  async function run(asked: string): Promise<void> {
    setAnswer(undefined);
    setQuery({ text: asked });
    const result = await read(
      api.bots[":id"]["dry-run"].$post({ param: { id: String(botId) }, json: { text: asked } }),
    );
    setAnswer({ result, of: version });
  }

  return (
    <section class="card">
      <Form submit={t("installed.whoRun")} onSubmit={(field) => run(field("who"))}>
        <TextField
          label={t("installed.who")}
          hint={t("installed.whoHint")}
          name="who"
          type="search"
          placeholder={t("installed.whoText")}
          required
          maxlength={4000}
          value={text}
          autocomplete="off"
        />
      </Form>
      <div role="status">
        {answer !== undefined && (
          <>
            {answer.of !== version && <p class="warn">{t("installed.whoChanged")}</p>}
            <DryRunView result={answer.result} />
          </>
        )}
      </div>
    </section>
  );
}
