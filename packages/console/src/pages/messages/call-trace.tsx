import { isSend } from "@botwright/core";
import type { JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";
import { formatMs, formatNumber } from "../../ui/format.ts";
import { ShareBar } from "../../ui/share-bar.tsx";
import type { CallView } from "./trace-types.ts";
import { Failure } from "../../ui/failure.tsx";

/** A host call: its time and duration, and its arguments and answer on demand. */
export function CallTrace({
  call,
  wholeMs,
}: {
  readonly call: CallView;
  readonly wholeMs: number;
}): JSX.Element {
  const { t, language } = useLanguage();
  const { operation, args, outcome, started_ms, ms, credits } = call;
  const kind = outcome?.ok === false ? "error" : isSend(operation) ? "good" : "call";
  return (
    <li>
      <details>
        <summary class="bar-row">
          <span class="name">
            <code>{operation}</code>
            {credits > 0 && (
              <span class="quiet">
                {" "}
                {t("messages.credits", { credits: formatNumber(credits, language) })}
              </span>
            )}
          </span>
          <ShareBar from={started_ms} part={ms ?? wholeMs - started_ms} of={wholeMs} kind={kind} />
          <span class="ms">{ms === null ? "…" : formatMs(ms)}</span>
        </summary>
        <h3>{t("messages.args")}</h3>
        {args === null ? <p class="quiet">{t("messages.notKept")}</p> : <Json value={args} />}
        <h3>{isSend(operation) ? t("messages.receipt") : t("messages.result")}</h3>
        {outcome === null && (
          <p class="quiet">{ms === null ? t("messages.unsettled") : t("messages.notKept")}</p>
        )}
        {outcome?.ok === true && <Json value={outcome.value} />}
        {outcome?.ok === false && (
          <p class="error">
            <Failure error={outcome.error} />
          </p>
        )}
      </details>
    </li>
  );
}

/** A value as JSON. */
export function Json({ value }: { readonly value: unknown }): JSX.Element {
  return <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>;
}
