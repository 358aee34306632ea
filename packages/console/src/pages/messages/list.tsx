import type { MessageItem } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { formatTime } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { More } from "../../ui/lists/more.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useQuery } from "../../ui/use-query.ts";
import { useWindow } from "../../ui/lists/use-window.ts";
import { MessageFilters } from "./filters.tsx";
import { MessageStateLabel } from "./state-label.tsx";
import { useMessages } from "./use-messages.ts";
import { WindowRows } from "../../ui/lists/window-rows.tsx";
import { Failure } from "../../ui/failure.tsx";

/** The messages of the visitor's bots, updated live. */
export function MessagesPage(): JSX.Element {
  const { t } = useLanguage();
  const [query, change] = useQuery();
  const { bot = "", state = "", chat = "", plugin = "", text = "", rows = "0" } = query;
  const filter = { bot, state, chat, plugin, text };
  const isFiltered = Object.values(filter).some((value) => value !== "");
  const { loaded, loadMore, see } = useMessages(filter, Number(rows));
  return (
    <>
      <h1>
        {t("messages.title")} <small class="tag good">{t("messages.live")}</small>
      </h1>
      <MessageFilters />
      <Show of={loaded}>
        {({ items, next }) => (
          <>
            {items.length === 0 && next === null && (
              <Empty title={isFiltered ? t("messages.noneFound") : t("messages.none")}>
                {!isFiltered && <p>{t("messages.noneHint")}</p>}
              </Empty>
            )}
            <MessageRows
              messages={items}
              onRetried={see}
              more={
                next === null ? undefined : async () => change({ rows: String(await loadMore()) })
              }
            />
          </>
        )}
      </Show>
    </>
  );
}

/** The visible rows. */
function MessageRows({
  messages,
  onRetried,
  more,
}: {
  readonly messages: readonly MessageItem[];
  readonly onRetried: (message: MessageItem) => void;
  readonly more: (() => Promise<void>) | undefined;
}): JSX.Element {
  const { t } = useLanguage();
  const { ref, start, end, before, after, isAtEnd } = useWindow<HTMLOListElement>(messages.length);
  const size = more === undefined ? messages.length : -1;
  return (
    <>
      <ol ref={ref} class="message-list" aria-label={t("messages.list")}>
        <WindowRows before={before} after={after}>
          {messages.slice(start, end).map((message, place) => (
            <MessageRow
              key={message.id}
              message={message}
              place={start + place + 1}
              size={size}
              onRetried={onRetried}
            />
          ))}
        </WindowRows>
      </ol>
      <More count={messages.length} more={more} isInSight={isAtEnd} />
    </>
  );
}

function MessageRow({
  message,
  place,
  size,
  onRetried,
}: {
  readonly message: MessageItem;
  readonly onRetried: (message: MessageItem) => void;
  /** The position, from 1, and the size of the list; -1 when it is not known. */
  readonly place: number;
  readonly size: number;
}): JSX.Element {
  const { t, language } = useLanguage();
  const { id, text, type, chat, platform, received_at, handled_by, error, state } = message;
  const words = text === "" ? t("messages.noText", { type }) : text;
  const failed = message.runs.find(({ status }) => status === "failed" || status === "invalid");
  const hasFailed = error !== null || (handled_by === null && failed !== undefined);
  // This plugin failed first, and another one has answered.
  const failedBefore = error === null && handled_by !== null ? failed : undefined;
  const end =
    error !== null ? (
      <Failure error={error} isShort />
    ) : handled_by !== null ? (
      t("messages.handledBy", { plugin: handled_by })
    ) : failed !== undefined ? (
      t("messages.failedIn", { plugin: failed.plugin })
    ) : (
      t("messages.unhandled")
    );
  return (
    <li aria-posinset={place} aria-setsize={size}>
      <a href={`/messages/${id}${location.search}`}>
        <time dateTime={received_at}>{formatTime(received_at, language)}</time>
        <span class="words">{words}</span>
        <span class="quiet from">
          {t(`platform.${platform}`)} · {chat}
        </span>
        <span class="end">
          <MessageStateLabel state={state} />{" "}
          {state !== "waiting" && <span class={hasFailed ? "error" : "quiet"}>{end}</span>}
          {failedBefore !== undefined && (
            <span class="error"> · {t("messages.failedIn", { plugin: failedBefore.plugin })}</span>
          )}
        </span>
      </a>
      {state === "set_aside" && <RetryButton id={id} onRetried={onRetried} />}
    </li>
  );
}

/** Puts a message that was set aside back into its chat. */
export function RetryButton({
  id,
  onRetried,
}: {
  readonly id: number;
  /** Gets the new state of the message. */
  readonly onRetried: (message: MessageItem) => void;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  async function retry(): Promise<void> {
    const param = { id: String(id) };
    onRetried(await read(api.messages[":id"].retry.$post({ param })));
    toast({ text: t("messages.retried") });
  }
  return <ActButton onAct={retry}>{t("messages.retry")}</ActButton>;
}
