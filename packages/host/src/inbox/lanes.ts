import { CHAT_FULL, type IncomingMessage } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import { escapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";
import { shownText } from "../messages/shown-text.ts";
import { hasLease } from "../node-lease.ts";

/** A message that was handed out to this node. */
export interface HandedOut {
  readonly id: number;
  readonly botId: number;
  readonly incoming: IncomingMessage;
  /** How often the message was handed out, this time included, and how often its handler has failed. */
  readonly starts: number;
  readonly failures: number;
  /** Whether no process has handled the message before, not even before it was set aside and put back. */
  readonly isFirst: boolean;
}

/** How the handling of a message ended. */
export type Handling =
  | { readonly how: "done" }
  | { readonly how: "again"; readonly afterMs: number; readonly error: HandlingError }
  | { readonly how: "aside"; readonly error: HandlingError };

/** Why a message could not be handled. */
interface HandlingError {
  readonly code: string;
  readonly message: string;
}

/** A message of a bot, whose chat has a lane. */
export type InLane = Pick<HandedOut, "botId" | "incoming">;

/** A message to be accepted. */
export interface Accepting extends InLane {
  /** The incoming message as JSON. */
  readonly json: string;
  /** The node that handles the message now if its chat has no other message; `null`: no node yet. */
  readonly node: string | null;
}

/**
 * What the database did with a message. `"mine"`: its chat had no other message, and this node handles it now.
 * `"aside"`: its chat had too many messages, so the message was set aside.
 */
export type Accepted =
  | { readonly status: "duplicate" | "queued" | "aside" }
  | { readonly status: "mine"; readonly id: number };

/**
 * Accepts messages, those of one chat in their order. The messages are durable when the promise resolves.
 *
 * @param most messages of one chat that may wait or run; further ones are set aside
 */
export async function acceptMessages(
  db: Kysely<Schema>,
  messages: readonly Accepting[],
  most: number,
): Promise<Accepted[]> {
  const { code, message: reason } = CHAT_FULL;
  return inLockOrder(messages, async (sorted) => {
    const ids = sorted.map(({ incoming }) => escapeText(incoming.id));
    const chats = sorted.map(({ incoming }) => chatOf(incoming));
    const { rows } = await sql<AcceptedRow>`
      /* prepared: inbox_accept_all */
      select * from inbox_accept_all(
        ${sorted.map(({ botId }) => botId)}::bigint[], ${ids}::text[], ${chats}::text[],
        ${sorted.map(({ json }) => json)}::text[],
        ${sorted.map(({ incoming }) => incoming.message.type)}::text[],
        ${sorted.map(({ incoming }) => shownText(incoming.message.text))}::text[],
        ${sorted.map(({ node }) => node)}::text[], ${most}::int, ${code}, ${reason})`.execute(db);
    return rows.map(({ message_id: id, is_mine: isMine, is_aside: isAside }): Accepted => {
      if (id === null) return { status: "duplicate" };
      if (isMine) return { status: "mine", id };
      return { status: isAside ? "aside" : "queued" };
    });
  });
}

/** A bot whose chats {@link claimLanes} may claim. */
export interface Claiming {
  readonly botId: number;
  /** Slots that the bot holds already: the bots with the fewest come first. */
  readonly held: number;
  /** How many chats of the bot may be claimed. */
  readonly room: number;
}

/**
 * Claims up to `most` free chats of these bots, and hands out the first message of each. The statement counts the start
 * of a message before its handler runs. So the count survives if the message makes the process die, and such a message
 * is set aside after some starts. The statement skips lanes that another node claims at the same moment. A node without
 * its lease claims none, because any node could take the lanes from it again.
 */
export async function claimLanes(
  db: Kysely<Schema>,
  bots: readonly Claiming[],
  node: string,
  most: number,
): Promise<HandedOut[]> {
  const { rows } = await sql<Row & { message_id: number; message_bot: number }>`
    /* prepared: inbox_claim */
    select * from inbox_claim(
      ${bots.map(({ botId }) => botId)}::bigint[], ${bots.map(({ held }) => held)}::int[],
      ${bots.map(({ room }) => room)}::int[], ${node}, ${most})
    where ${hasLease(node)}`.execute(db);
  return rows.map((row) => handedOut(row.message_id, row.message_bot, row));
}

/**
 * Frees the lanes that are locked for a node that has none of their messages: the connection broke after the commit, so
 * the node never got the answer that handed them out. That start of the message does not count, because no handler has
 * begun. The statement skips lanes that another statement locks at this moment.
 *
 * @param held the messages whose lanes the node has locked, or may lock by a statement that is under way
 */
export async function freeLostLanes(
  db: Kysely<Schema>,
  botIds: readonly number[],
  node: string,
  held: readonly InLane[],
): Promise<void> {
  await sql`
    /* prepared: inbox_free_lost */
    with lost as (
      update lane set locked_by = null, next_at = clock_timestamp()
      where (bot_id, chat) in (
        select l.bot_id, l.chat from lane l
        where l.locked_by = ${node} and l.bot_id = any(${botIds}::bigint[]) and not exists (
          select from unnest(
            ${held.map(({ botId }) => botId)}::bigint[],
            ${held.map(({ incoming }) => chatOf(incoming))}::text[]) as h (bot, chat)
          where h.bot = l.bot_id and h.chat = l.chat)
        for update skip locked)
      returning bot_id, chat
    )
    update message m set starts = m.starts - 1
    from lost cross join lateral (
      select w.id from message w
      where w.bot_id = lost.bot_id and w.chat = lost.chat
        and w.done_at is null and w.aside_at is null
      order by w.id limit 1) next
    where m.id = next.id and m.starts > 0`.execute(db);
}

/** What happened in an attempt; written with the end of the attempt. */
export interface EndedAttempt {
  readonly startedAt: number;
  readonly handledBy: string | null;
  /** `AttemptTrace` and `RunInputs` as sealed JSON. */
  readonly trace: string;
  readonly inputs: string | null;
  /** The runs of plugins, as JSON with the columns of `plugin_run` and the ids of the calls. */
  readonly runs: string;
  /**
   * The SHA-256 of the medium that plugins were given, if their journal has the medium. The statement then copies the
   * bytes from the journal, so that this node neither sends them again nor holds them until the message ends.
   */
  readonly mediaSha256: string | null;
}

/** How many characters the end of a message adds to the statement. */
export function charactersOf({ attempt }: Ended): number {
  if (attempt === undefined) return 0;
  const { trace, inputs, runs } = attempt;
  return trace.length + (inputs?.length ?? 0) + runs.length;
}

/** How the handling of a message ended, and whether this node continues with the chat. */
export interface Ended {
  readonly message: HandedOut;
  readonly handling: Handling;
  /** Whether this node takes the chat's next message; otherwise the lane is freed for another claim. */
  readonly keepLane: boolean;
  readonly attempt: EndedAttempt | undefined;
}

/**
 * The next message of a chat. `undefined` if there is none, if another node has locked the lane meanwhile, or if the
 * end was recorded before.
 */
interface Next {
  readonly next: HandedOut | undefined;
}

/**
 * Records how the handling of messages ended and what happened in it, and hands out the next messages of their chats,
 * in one commit. A message with a medium must be the only one.
 */
export async function finishMessages(
  db: Kysely<Schema>,
  node: string,
  ended: readonly Ended[],
): Promise<Next[]> {
  return inLockOrder(ended, async (sorted) => {
    const messages = sorted.map(({ message }) => message);
    const handlings = sorted.map(({ handling }) => handling);
    const errors = handlings.map((handling) => (handling.how === "done" ? null : handling.error));
    const attempts = sorted.map(({ attempt }) => attempt);
    const [mediaSha256 = null] = attempts.map((attempt) => attempt?.mediaSha256);
    const { rows } = await sql<NextRow>`
      /* prepared: inbox_finish_all */
      select * from inbox_finish_all(
        ${node}, ${messages.map(({ id }) => id)}::bigint[],
        ${messages.map(({ botId }) => botId)}::bigint[],
        ${messages.map(({ incoming }) => chatOf(incoming))}::text[],
        ${handlings.map(({ how }) => how)}::text[],
        ${messages.map(({ starts }) => starts)}::int[],
        ${handlings.map((one) => (one.how === "again" ? one.afterMs : null))}::float8[],
        ${errors.map((error) => error?.code ?? null)}::text[],
        ${errors.map((error) => reasonOf(error))}::text[],
        ${sorted.map(({ keepLane }) => keepLane)}::boolean[],
        ${attempts.map((attempt) => attempt?.startedAt ?? null)}::float8[],
        ${attempts.map((attempt) => attempt?.handledBy ?? null)}::text[],
        ${attempts.map((attempt) => attempt?.trace ?? null)}::text[],
        ${attempts.map((attempt) => attempt?.inputs ?? null)}::text[],
        ${attempts.map((attempt) => attempt?.runs ?? "[]")}::text[],
        (select sha256 from journal_media where sha256 = ${mediaSha256}),
        (select bytes from journal_media where sha256 = ${mediaSha256}))`.execute(db);
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return messages.map(({ botId }, index) => {
      const row = byPlace.get(index + 1);
      return { next: row && handedOut(row.next_id, botId, row) };
    });
  });
}

/** The text of an error, escaped because it may quote a user's message. */
function reasonOf(error: HandlingError | null): string | null {
  return error === null ? null : escapeText(error.message);
}

/** The key of a message's chat. */
function chatOf({ message }: IncomingMessage): string {
  return escapeText(message.from);
}

/**
 * Passes the items to `work` sorted by chat, and returns the results in the order of the items. Statements that lock
 * several lanes must all lock them in one order; otherwise two of them could deadlock.
 */
async function inLockOrder<Item extends InLane | Pick<Ended, "message">, Result>(
  items: readonly Item[],
  work: (sorted: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const laneOf = (item: Item): string => {
    const { botId, incoming } = "message" in item ? item.message : item;
    return `${botId}/${incoming.message.from}`;
  };
  const places = items.map((item, place) => ({ item, place, lane: laneOf(item) }));
  // Items of one lane stay in their order, because sorting is stable.
  places.sort((a, b) => (a.lane < b.lane ? -1 : Number(a.lane > b.lane)));
  const results = await work(places.map(({ item }) => item));
  const byPlace = new Map(places.map(({ place }, index) => [place, results[index]]));
  return items.map((_, place) => {
    const result = byPlace.get(place);
    if (result === undefined) throw new Error("the database has returned too few rows");
    return result;
  });
}

interface AcceptedRow {
  readonly message_id: number | null;
  readonly is_mine: boolean;
  readonly is_aside: boolean;
}

interface Row {
  readonly content: string;
  readonly started: number;
  readonly failed: number;
  readonly is_first: boolean;
}

interface NextRow extends Row {
  /** The position of the ended message in the statement's arrays, from 1. */
  readonly place: number;
  readonly next_id: number;
}

/** Makes a handed-out message of a row; `content` is the JSON that `acceptMessages` has written. */
function handedOut(id: number, botId: number, row: Row): HandedOut {
  const { content, started: starts, failed: failures, is_first: isFirst } = row;
  return { id, botId, incoming: JSON.parse(content), starts, failures, isFirst };
}
