import type { MessageItem } from "@botwright/host";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { wordsOf } from "../../ui/form.tsx";
import { formatTime } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/loading.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useQuery } from "../../ui/use-query.ts";
import { MessageFilters } from "./filters.tsx";
import { MessageStateLabel } from "./state-label.tsx";
import { useMessages } from "./use-messages.ts";

/** The messages of the visitor's bots, as they come. */
export function MessagesPage(): JSX.Element {
  const { t } = useLanguage();
  const query = useQuery();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const filter = {
    bot: query.get("bot"),
    state: query.get("state"),
    chat: query.get("chat"),
    plugin: query.get("plugin"),
    text: query.get("text"),
  };
  const isFiltered = Object.values(filter).some((value) => value !== "");
  const { loaded, loadMore } = useMessages(filter, Number(query.get("rows")));

  async function showMore(): Promise<void> {
    setBusy(true);
    try {
      query.set({ rows: String(await loadMore()) });
    } catch (error) {
      toast({ text: wordsOf(error), isError: true });
    }
    setBusy(false);
  }

  return (
    <>
      <h1>
        {t("messages.title")} <small class="tag good">{t("messages.live")}</small>
      </h1>
      <MessageFilters query={query} />
      <Show of={loaded}>
        {({ items, next }) => (
          <>
            {items.length === 0 && (
              <Empty title={isFiltered ? t("messages.noneFound") : t("messages.none")}>
                {!isFiltered && <p>{t("messages.noneHint")}</p>}
              </Empty>
            )}
            <ol class="message-list" aria-label={t("messages.list")}>
              {items.map((message) => (
                <MessageRow key={message.id} message={message} />
              ))}
            </ol>
            {next !== null && (
              <button type="button" disabled={isBusy} onClick={() => void showMore()}>
                {t("app.more")}
              </button>
            )}
          </>
        )}
      </Show>
    </>
  );
}

function MessageRow({ message }: { readonly message: MessageItem }): JSX.Element {
  const { t, language } = useLanguage();
  const { id, text, type, chat, platform, received_at, handled_by, error, state } = message;
  const words = text === "" ? t("messages.noText", { type }) : text;
  const end =
    error?.message ??
    (handled_by === null
      ? t("messages.unhandled")
      : t("messages.handledBy", { plugin: handled_by }));
  return (
    <li>
      <a href={`/messages/${id}`}>
        <time dateTime={received_at}>{formatTime(received_at, language)}</time>
        <span class="words">{words}</span>
        <span class="quiet from">
          {platform} · {chat}
        </span>
        <span class="end">
          <MessageStateLabel state={state} />{" "}
          {state !== "waiting" && <span class={error ? "error" : "quiet"}>{end}</span>}
        </span>
      </a>
      {state === "set_aside" && <RetryButton id={id} />}
    </li>
  );
}

/** Puts a message that was set aside back into its chat. */
export function RetryButton({ id }: { readonly id: number }): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  async function retry(): Promise<void> {
    setBusy(true);
    try {
      await read(api.messages[":id"].retry.$post({ param: { id: String(id) } }));
      toast({ text: t("messages.retried") });
    } catch (error) {
      toast({ text: wordsOf(error), isError: true });
    }
    setBusy(false);
  }
  return (
    <button type="button" disabled={isBusy} onClick={() => void retry()}>
      {t("messages.retry")}
    </button>
  );
}
