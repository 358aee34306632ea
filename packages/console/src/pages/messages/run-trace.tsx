import { sentTextOf } from "@botwright/core";
import { markdownToPlainText } from "@botwright/markdown";
import type { JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";
import { formatBytes, formatMs, formatNumber } from "../../ui/format.ts";
import { ShareBar } from "../../ui/share-bar.tsx";
import { CallTrace } from "./call-trace.tsx";
import { LogLines } from "./log-lines.tsx";
import { RunActions } from "./run-actions.tsx";
import type { RunView } from "./trace-types.ts";
import { Failure } from "../../ui/failure.tsx";

const STATUS = {
  handled: ["messages.handled", "good"],
  passed: ["messages.passed", "quiet"],
  failed: ["messages.failed", "error"],
  invalid: ["messages.invalid", "error"],
  interrupted: ["messages.interrupted", "warn"],
} as const;

/** The run of one plugin: its bar in the time of the attempt, its host calls, and its log. */
export function RunTrace({
  run,
  messageId,
  wholeMs,
}: {
  readonly run: RunView;
  readonly messageId: number;
  readonly wholeMs: number;
}): JSX.Element {
  const { t } = useLanguage();
  const { plugin, status, started_ms, ms, error, calls, conflicts, logs, more, restarts } = run;
  const [word, kind] = STATUS[status];
  const isQuiet = status === "passed" && calls.length === 0 && logs.length === 0;
  return (
    <details class="run" open={!isQuiet}>
      <summary class="bar-row">
        <span class="name">
          <b>{plugin}</b> <span class={`tag ${kind}`}>{t(word)}</span>
        </span>
        <ShareBar from={started_ms} part={ms} of={wholeMs} kind={kind} />
        <span class="ms">{formatMs(ms)}</span>
      </summary>
      <SentTexts calls={calls} />
      <RunNumbers run={run} />
      {error !== null && (
        <div class="notice error">
          <p>
            <Failure error={error} />
          </p>
          {error.position !== undefined && (
            <p>
              <code>
                {error.position.file}:{error.position.line}:{error.position.column}
              </code>
            </p>
          )}
          {error.frame !== undefined && (
            <pre tabIndex={0} aria-label={error.position?.file ?? plugin}>
              {error.frame}
            </pre>
          )}
        </div>
      )}
      {restarts > 0 && <p class="warn">{t("messages.restarts", { count: restarts })}</p>}
      <ol class="calls">
        {calls.map((call) => (
          <CallTrace key={call.sequence} call={call} wholeMs={wholeMs} />
        ))}
      </ol>
      {conflicts.map(({ key, result, at_ms }) => (
        <p key={`${at_ms} ${key}`} class="warn">
          {t(
            result === "restarted" ? "messages.conflictRestarted" : "messages.conflictOverwritten",
            { key },
          )}
        </p>
      ))}
      <LogLines logs={logs} />
      {more > 0 && <p class="quiet">{t("messages.more", { count: more })}</p>}
      <RunActions messageId={messageId} plugin={plugin} isRecorded={run.version !== null} />
    </details>
  );
}

/** The texts that the person received. */
function SentTexts({ calls }: { readonly calls: RunView["calls"] }): JSX.Element {
  const texts = calls.flatMap(({ sequence, operation, args, outcome }) => {
    const sent = outcome?.ok === true ? sentTextOf(operation, args) : undefined;
    if (sent === undefined) return [];
    return [
      { sequence, text: sent.format === "markdown" ? markdownToPlainText(sent.text) : sent.text },
    ];
  });
  return (
    <>
      {texts.map(({ sequence, text }) => (
        <blockquote key={sequence} class="message-text sent">
          {text}
        </blockquote>
      ))}
    </>
  );
}

/** The resources that the run used. */
function RunNumbers({ run }: { readonly run: RunView }): JSX.Element {
  const { t, language } = useLanguage();
  const { cpu_ms, gas, memory_bytes, sends, credits } = run;
  const parts = [
    cpu_ms !== null && `CPU ${formatMs(cpu_ms)}`,
    // Plugins of the host are not metered, and short runs end within the first tick.
    gas !== null && gas > 0 && `${formatNumber(gas, language)} ${t("messages.gas")}`,
    memory_bytes !== null && `${formatBytes(memory_bytes)} ${t("messages.memory")}`,
    sends > 0 && t("messages.sends", { count: sends }),
    t("messages.credits", { credits: formatNumber(credits, language) }),
  ].filter((part) => part !== false);
  return <p class="quiet numbers">{parts.join(" · ")}</p>;
}
