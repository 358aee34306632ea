import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import type { api } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { Failure } from "../ui/failure.tsx";

/** The host's answer. */
export type TrialResult = InferResponseType<typeof api.plugins.trial.$post>;

/** The result of one message of a trial. */
export type TrialTurn = TrialResult["turns"][number];

/** A message of a trial, the answers to it, and the trace of the run. */
export function TrialTurnView({ turn }: { readonly turn: TrialTurn }): JSX.Element {
  const { t } = useLanguage();
  const { text, sent, handled, run } = turn;
  const error = turn.error ?? run?.error ?? null;
  const calls = run?.calls ?? [];
  return (
    <li>
      <p class="said">
        <strong>
          {t("dev.person")}
          {t("app.colon")}
        </strong>
        {text}
      </p>
      {sent.map((answer, index) => (
        <p key={index} class="answer">
          <strong>
            {t("dev.bot")}
            {t("app.colon")}
          </strong>
          {answer.type === "text"
            ? answer.text
            : t("dev.sentFile", { type: answer.type, name: answer.text, bytes: answer.bytes })}
        </p>
      ))}
      {!handled && error === null && <p class="quiet">{t("dev.notHandled")}</p>}
      {error !== null && (
        <p class="error" role="alert">
          <Failure error={error} />
        </p>
      )}
      {run !== null && (calls.length > 0 || run.logs.length > 0) && (
        <details>
          <summary>{t("dev.calls", { count: calls.length, ms: Math.round(run.ms) })}</summary>
          {calls.length > 0 && (
            <ol class="mono">
              {calls.map((call) => (
                <li key={call.sequence} class={call.outcome?.ok === false ? "error" : undefined}>
                  {call.operation}({JSON.stringify(call.args)}) {endOf(call)}
                </li>
              ))}
            </ol>
          )}
          {run.logs.length > 0 && (
            <pre tabIndex={0}>
              {run.logs.map(({ level, message }) => `${level} ${message}`).join("\n")}
            </pre>
          )}
        </details>
      )}
    </li>
  );
}

type Call = NonNullable<TrialTurn["run"]>["calls"][number];

function endOf({ outcome }: Call): string {
  if (outcome === null) return "…";
  return outcome.ok ? `→ ${JSON.stringify(outcome.value)}` : `✗ ${outcome.error.message}`;
}
