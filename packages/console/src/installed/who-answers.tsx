import type { ConflictReport } from "@botwright/host";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { TextField } from "../ui/field.tsx";
import { Show } from "../ui/loading.tsx";
import { useData } from "../ui/use-data.ts";
import { useQuery } from "../ui/use-query.ts";

/** Milliseconds without a key before the host is asked. */
const TYPING_MS = 250;

/** Says which plugins of a bot declare that they react to a text. The address has the text. */
export function WhoAnswers({
  botId,
  version,
}: {
  readonly botId: number;
  /** The plugins of the bot: when they change, the host is asked again. */
  readonly version: unknown;
}): JSX.Element {
  const { t } = useLanguage();
  const [{ text = "" }, setQuery] = useQuery();
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => setQuery({ text: typed }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, text]);
  const report = useData(
    async () =>
      text === ""
        ? null
        : (
            await read(
              api.bots[":id"]["plugin-conflicts"].$get({
                param: { id: String(botId) },
                query: { text },
              }),
            )
          ).who_wins,
    [botId, text, version],
  );
  return (
    <section class="card">
      <TextField
        label={t("installed.who")}
        name="who"
        type="search"
        placeholder={t("installed.whoText")}
        maxlength={1000}
        value={typed}
        autocomplete="off"
        onValue={setTyped}
      />
      <div role="status">
        {text !== "" && (
          <Show of={report}>{(result) => result !== null && <Answer result={result} />}</Show>
        )}
      </div>
    </section>
  );
}

function Answer({
  result: { winner, candidates, may_win_too },
}: {
  readonly result: NonNullable<ConflictReport["who_wins"]>;
}): JSX.Element {
  const { t } = useLanguage();
  const namesOf = (plugins: typeof candidates): string =>
    plugins.map(({ name }) => name).join(", ");
  const place = candidates.findIndex(({ plugin_id }) => plugin_id === winner?.plugin_id);
  const after = place === -1 ? [] : candidates.slice(place + 1);
  return (
    <>
      <p class={winner === null ? "warn" : "good"}>
        {winner === null
          ? t("installed.whoNobody")
          : t("installed.whoWinner", { name: winner.name, trigger: winner.trigger ?? "" })}
      </p>
      {may_win_too.length > 0 && <p>{t("installed.whoMay", { names: namesOf(may_win_too) })}</p>}
      {after.length > 0 && (
        <p class="quiet">{t("installed.whoAfter", { names: namesOf(after) })}</p>
      )}
    </>
  );
}
