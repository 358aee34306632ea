import type { DryRun, DryRunStep } from "@botwright/host";
import type { JSX } from "preact";
import { type Translate, useLanguage } from "../i18n/index.ts";
import { Failure } from "../ui/failure.tsx";
import { formatMs } from "../ui/format.ts";

/** Shows which plugin answers a text, and what each plugin did with it, in order. */
export function DryRunView({ result }: { readonly result: DryRun }): JSX.Element {
  const { t } = useLanguage();
  const { steps, error, is_complete } = result;
  return (
    <>
      <Headline result={result} />
      {error !== null && (
        <p class="error">
          <Failure error={error} />
        </p>
      )}
      {!is_complete && <p class="warn">{t("installed.whoTimeUp")}</p>}
      <ol class="turns">
        {steps.map((step) => (
          <Step key={step.plugin_id} step={step} />
        ))}
      </ol>
    </>
  );
}

function Headline({ result: { steps, handled_by } }: { readonly result: DryRun }): JSX.Element {
  const { t } = useLanguage();
  const winner = steps.find(({ slug }) => slug === handled_by);
  if (winner !== undefined) {
    return <p class="good">{t("installed.whoWinner", { name: winner.name })}</p>;
  }
  const broken = steps.find(({ error, sent }) => error !== null && sent.length > 0);
  return (
    <p class="warn">
      {broken === undefined
        ? t("installed.whoNobody")
        : t("installed.whoBroke", { name: broken.name })}
    </p>
  );
}

function Step({ step }: { readonly step: DryRunStep }): JSX.Element {
  const { t } = useLanguage();
  const { name, sent, more_sent, asked_network, error, ms } = step;
  return (
    <li class={step.state === "ran" ? undefined : "quiet"}>
      <p>
        <strong>{name}</strong> {stateOf(step, t)}
        {ms !== null && <span class="quiet"> {formatMs(Math.round(ms))}</span>}
      </p>
      {sent.map((answer, index) => (
        <p key={index} class="answer">
          {answer.type === "text"
            ? answer.text
            : t("dev.sentFile", { type: answer.type, name: answer.text, bytes: answer.bytes })}
        </p>
      ))}
      {more_sent > 0 && <p class="quiet">{t("installed.whoMore", { count: more_sent })}</p>}
      {error !== null && (
        <p class="error">
          <Failure error={error} />
        </p>
      )}
      {asked_network && <p class="quiet">{t("installed.whoNetwork")}</p>}
    </li>
  );
}

function stateOf({ state, handled, error }: DryRunStep, t: Translate): string {
  if (state !== "ran") return t(`installed.whoState.${state}`);
  if (error !== null) return t("installed.whoFailed");
  return t(handled ? "installed.whoHandled" : "installed.whoPassed");
}
