import type { MessageItem } from "@botwright/host";
import type { JSX } from "preact";
import { useRoute } from "preact-iso";
import { useEffect } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { formatMs, formatTime } from "../../ui/format.ts";
import { Show } from "../../ui/data/loading.tsx";
import { AGAIN_MS } from "../../ui/data/try-again.ts";
import { useData } from "../../ui/data/use-data.ts";
import { RetryButton } from "./list.tsx";
import { LogLines } from "./log-lines.tsx";
import { RunTrace } from "./run-trace.tsx";
import { MessageStateLabel } from "./state-label.tsx";
import type { AttemptView } from "./trace-types.ts";
import { useMessageEvents } from "./use-messages.ts";
import { Failure } from "../../ui/failure.tsx";

/** The trace of one message. */
export function MessagePage(): JSX.Element {
  const { t } = useLanguage();
  const { id = "" } = useRoute().params;
  const trace = useData(() => read(api.messages[":id"].trace.$get({ param: { id } })), [id]);
  const shown = trace.data?.message;
  useMessageEvents((message) => {
    if (String(message.id) !== id || shown === undefined) return;
    const { state, attempts } = message;
    if (state !== shown.state || attempts !== shown.attempts) trace.reload();
  });
  const isWaiting = shown?.state === "waiting";
  // The stream does not report changes of older messages, so the trace is polled.
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(trace.reload, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWaiting, trace.reload]);
  return (
    <>
      <p>
        <a href={`/messages${location.search}`}>← {t("messages.back")}</a>
      </p>
      <h1>{t("messages.open", { id })}</h1>
      <Show of={trace}>
        {({ message, attempts }) => (
          <>
            <MessageHead message={message} onRetried={trace.reload} />
            {attempts.length === 0 && <p class="quiet">{t("messages.noAttempts")}</p>}
            {attempts.toReversed().map((attempt) => (
              <Attempt
                key={attempt.number}
                attempt={attempt}
                messageId={message.id}
                isOnly={attempts.length === 1}
              />
            ))}
          </>
        )}
      </Show>
    </>
  );
}

/** The most characters of a text that the link to the bot's page contains. */
const MAX_TEXT_LENGTH = 1000;

function MessageHead({
  message,
  onRetried,
}: {
  readonly message: MessageItem;
  readonly onRetried: () => void;
}): JSX.Element {
  const { t, language } = useLanguage();
  const { id, bot_id, text, type, chat, platform, platform_id, received_at, state, error } =
    message;
  const deaths = message.process_deaths;
  return (
    <section class="card">
      <blockquote class="message-text">
        {text === "" ? t("messages.noText", { type }) : text}
      </blockquote>
      <p class="row">
        <MessageStateLabel state={state} />
        <span>
          {t(`platform.${platform}`)} · {chat}
        </span>
        <span class="quiet">
          {t("messages.received")} {formatTime(received_at, language)}
        </span>
        <span class="quiet">
          {t("messages.platformId")} <code>{platform_id}</code>
        </span>
        {text !== "" && (
          <a
            href={`/bots/${bot_id}?${new URLSearchParams({ text: text.slice(0, MAX_TEXT_LENGTH) })}`}
          >
            {t("messages.whoAnswers")}
          </a>
        )}
      </p>
      {error !== null && (
        <p class="error">
          <Failure error={error} />
        </p>
      )}
      {deaths > 0 && <p class="warn">{t("messages.deaths", { count: deaths })}</p>}
      {state === "set_aside" && (
        <>
          <p>{t("messages.asideNote")}</p>
          <RetryButton id={id} onRetried={onRetried} />
        </>
      )}
    </section>
  );
}

const ENDED = {
  done: ["messages.attemptDone", "good"],
  again: ["messages.attemptAgain", "warn"],
  set_aside: ["messages.attemptAside", "error"],
} as const;

function Attempt({
  attempt,
  messageId,
  isOnly,
}: {
  readonly attempt: AttemptView;
  readonly messageId: number;
  readonly isOnly: boolean;
}): JSX.Element {
  const { t, language } = useLanguage();
  const { number, ended, ended_at, ms, error, logs, runs } = attempt;
  const [words, kind] = ENDED[ended];
  return (
    <section aria-labelledby={`attempt-${number}`}>
      <h2 id={`attempt-${number}`} class="row">
        {!isOnly && t("messages.attempt", { number })}
        {isOnly && t("messages.waterfall")}
        {/* Where there is one attempt, the message's state is its own. */}
        {!isOnly && <span class={`tag ${kind}`}>{t(words)}</span>}
        <small class="quiet">
          {!isOnly && `${formatTime(ended_at, language)} `}
          {!isOnly && ms !== null && "· "}
          {ms !== null && formatMs(ms)}
        </small>
      </h2>
      {error !== null && (
        <p class="error">
          <Failure error={error} />
        </p>
      )}
      {runs.length === 0 && <p class="quiet">{t("messages.noRuns")}</p>}
      {runs.map((run) => (
        <RunTrace key={run.plugin} run={run} messageId={messageId} wholeMs={ms ?? run.ms} />
      ))}
      <LogLines logs={logs} />
    </section>
  );
}
