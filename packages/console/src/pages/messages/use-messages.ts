import { foldText } from "@botwright/core";
import type { MessageItem } from "@botwright/host";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { AGAIN_MS } from "../../ui/data/try-again.ts";
import { useEventsTogether } from "../../ui/data/use-changes.ts";
import { type Loaded, useData } from "../../ui/data/use-data.ts";
import { useEvents } from "../../ui/data/use-events.ts";

/** The filters of the list; `""` does not filter. */
export interface MessageFilter {
  readonly bot: string;
  readonly state: string;
  readonly chat: string;
  readonly plugin: string;
  readonly text: string;
}

/** Messages, newest first. */
interface MessageList {
  readonly items: readonly MessageItem[];
  readonly next: number | null;
}

const PAGE = 200;
/** The most messages that are kept of those that arrived while the page was open. */
const MAX_LIVE = 1000;

/** How many messages the stream reports at once; if it reports this many new ones, others may be missing. */
const NEWEST = 50;
/** The most messages that are requested individually. */
const MAX_REQUESTED = 10;

/** The messages of an account as a list shows them. */
interface ShownMessages {
  readonly loaded: Loaded<MessageList>;
  readonly loadMore: () => Promise<number>;
  /** Applies a newer state of a message. */
  readonly see: (message: MessageItem) => void;
}

/** The messages of a filter, including those that arrive while it is shown. */
export function useMessages(filter: MessageFilter, rows: number): ShownMessages {
  const key = JSON.stringify(filter);
  const pages = useData(() => loadRows(filter, rows), [key]);
  const [live, setLive] = useState<ReadonlyMap<number, MessageItem>>(new Map());
  useEffect(() => setLive(new Map()), [key]);
  const see = (message: MessageItem): void =>
    setLive((before) => {
      const after = new Map(before).set(message.id, message);
      const [oldest] = after.keys();
      if (after.size > MAX_LIVE && oldest !== undefined) after.delete(oldest);
      return after;
    });
  const { data } = pages;
  const newest = useRef(0);
  const unseen = useRef(0);
  newest.current = Math.max(newest.current, data?.items[0]?.id ?? 0);
  useMessageEvents((message) => {
    if (data !== undefined && message.id > newest.current) unseen.current += 1;
    newest.current = Math.max(newest.current, message.id);
    see(message);
  });
  useEventsTogether(LIVE, () => {
    if (unseen.current >= NEWEST) {
      setLive(new Map());
      pages.reload();
    }
    unseen.current = 0;
  });
  const merged = useMemo(
    () => (data === undefined ? undefined : mergeLive(data, live, filter)),
    [data, live, key],
  );
  useOldWaiting(merged?.items, see);
  return {
    see,
    loaded: { ...pages, data: merged },
    async loadMore() {
      if (data === undefined || data.next === null) return 0;
      const page = await loadPage(filter, data.next);
      const items = [...data.items, ...page.items];
      pages.set({ items, next: page.next });
      return items.length;
    },
  };
}

/** The path of the stream of the newest messages. */
const LIVE = "/api/messages/live";

/** Calls back for each of the newest messages that is new or has changed. */
export function useMessageEvents(onMessage: (message: MessageItem) => void): void {
  useEvents(LIVE, (data) => {
    if (isMessage(data)) onMessage(data);
  });
}

/** Polls the state of waiting messages that are too old for the stream. */
function useOldWaiting(
  items: readonly MessageItem[] = [],
  onMessage: (message: MessageItem) => void,
): void {
  const waiting = items.filter(({ state }) => state === "waiting").slice(-MAX_REQUESTED);
  useEffect(() => {
    if (waiting.length === 0) return undefined;
    const look = async ({ id }: MessageItem): Promise<void> => {
      const query = { before: String(id + 1), limit: "1" };
      const [now] = (await read(api.messages.$get({ query }))).items;
      if (now?.id === id && now.state !== "waiting") onMessage(now);
    };
    const timer = setInterval(() => {
      for (const message of waiting) look(message).catch(() => {});
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [waiting.map(({ id }) => id).join()]);
}

function isMessage(data: unknown): data is MessageItem {
  return typeof data === "object" && data !== null && "id" in data && "state" in data;
}

/** Loads as many rows as the page had before its reload. */
async function loadRows(filter: MessageFilter, rows: number): Promise<MessageList> {
  let list = await loadPage(filter);
  while (list.items.length < rows && list.next !== null) {
    const page = await loadPage(filter, list.next);
    list = { items: [...list.items, ...page.items], next: page.next };
  }
  return list;
}

async function loadPage(filter: MessageFilter, before?: number): Promise<MessageList> {
  const { bot, state, chat, plugin, text } = filter;
  return read(
    api.messages.$get({
      query: {
        limit: String(PAGE),
        ...(before !== undefined && { before: String(before) }),
        ...(bot !== "" && { bot_id: bot }),
        ...(isState(state) && { state }),
        ...(chat !== "" && { chat }),
        ...(plugin !== "" && { plugin }),
        ...(text !== "" && { text }),
      },
    }),
  );
}

function isState(text: string): text is MessageItem["state"] {
  return text === "waiting" || text === "done" || text === "set_aside";
}

/** Replaces messages by their newer live states, and puts new ones in front. */
function mergeLive(
  { items, next }: MessageList,
  live: ReadonlyMap<number, MessageItem>,
  filter: MessageFilter,
): MessageList {
  if (live.size === 0) return { items, next };
  const all = new Map(items.map((item) => [item.id, item]));
  for (const message of live.values()) {
    if (!fits(message, filter)) all.delete(message.id);
    else if (next === null || message.id >= next) all.set(message.id, message);
  }
  return { items: [...all.values()].toSorted((a, b) => b.id - a.id), next };
}

function fits(message: MessageItem, { bot, state, chat, plugin, text }: MessageFilter): boolean {
  return (
    (bot === "" || String(message.bot_id) === bot) &&
    (state === "" || message.state === state) &&
    (chat === "" || message.chat === chat) &&
    (plugin === "" || message.runs.some((run) => run.plugin === plugin)) &&
    (text === "" || foldText(message.text).includes(foldText(text)))
  );
}
