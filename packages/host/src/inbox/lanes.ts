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
  /** How often it was handed out, this time included, and how often its handler has failed. */
  readonly starts: number;
  readonly failures: number;
  /** Whether no process has handled it before, not even before it was set aside. */
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

/** A message of a bot; its chat has a lane. */
export type InLane = Pick<HandedOut, "botId" | "incoming">;

/** A message to be accepted. */
export interface Accepting extends InLane {
  /** The incoming message as JSON. */
  readonly json: string;
  /** The node that is to handle it if its chat has no other message; `null`: none yet. */
  readonly node: string | null;
}

/**
 * What became of it. `"mine"`: its chat had no other message, and the node is to handle it now. `"aside"`: its chat
 * had too many.
 */
export type Accepted =
  | { readonly status: "duplicate" | "queued" | "aside" }
  | { readonly status: "mine"; readonly id: number };

/**
 * Accepts messages, those of a chat in their order: they are durable when this resolves.
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

/** A bot whose chats are claimed. */
export interface Claiming {
  readonly botId: number;
  /** Slots that it has already: those with the fewest come first. */
  readonly held: number;
  /** How many chats of it may be claimed. */
  readonly room: number;
}

/**
 * Claims free chats of these bots, up to a number, and hands out the first message of each. The statement counts
 * the start of a message before its handler runs: the count outlives a process that dies of the message, so that
 * such a message is set aside after some starts. Lanes that another node claims at the same moment are passed
 * over, not waited for. A node without its lease claims none: any node could take them from it again.
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
 * Frees the lanes that are locked for a node although it has none of their messages: the answer of the statement
 * that handed them out was lost with its connection, after the commit. That start of the message does not count,
 * because no handler has begun. Lanes that another statement locks at this moment are passed over.
 *
 * @param held the messages whose lanes the node has, or is about to be given
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

/** What happened in an attempt, to be written when it ends. */
export interface EndedAttempt {
  readonly startedAt: number;
  readonly handledBy: string | null;
  /** `AttemptTrace` and `RunInputs` as sealed JSON. */
  readonly trace: string;
  readonly inputs: string | null;
  /** The turns of plugins, as JSON with the columns of `plugin_run` and the ids of the calls. */
  readonly runs: string;
  /**
   * The SHA-256 of the medium that plugins were given, where their journal has it: so its bytes are not written
   * again, and need not be kept until the message has ended.
   */
  readonly mediaSha256: string | null;
}

/** Characters that are written when a message has ended. */
export function charactersOf({ attempt }: Ended): number {
  if (attempt === undefined) return 0;
  const { trace, inputs, runs } = attempt;
  return trace.length + (inputs?.length ?? 0) + runs.length;
}

/** How the handling of a message ended, and what is done next. */
export interface Ended {
  readonly message: HandedOut;
  readonly handling: Handling;
  /** Whether this node takes the chat's next message; else another claim does. */
  readonly keepLane: boolean;
  readonly attempt: EndedAttempt | undefined;
}

/**
 * The next message of a chat; `undefined` when there is none, when the lane is another node's by now, or when the
 * end was recorded before.
 */
interface Next {
  readonly next: HandedOut | undefined;
}

/**
 * Records how the handling of messages ended and what happened, and hands out the next ones of their chats,
 * in one commit. A message with a medium comes alone.
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

/** The message of an error may quote what a stranger has sent. */
function reasonOf(error: HandlingError | null): string | null {
  return error === null ? null : escapeText(error.message);
}

/** The key of a message's chat. */
function chatOf({ message }: IncomingMessage): string {
  return escapeText(message.from);
}

/**
 * Works on items in the order of their chats, and returns the results in the order of the items: statements
 * that lock several lanes would wait for each other for ever if each took them in an order of its own.
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
  /** Of the message that has ended, from 1. */
  readonly place: number;
  readonly next_id: number;
}

/** The content is what `acceptMessage` has written. */
function handedOut(id: number, botId: number, row: Row): HandedOut {
  const { content, started: starts, failed: failures, is_first: isFirst } = row;
  return { id, botId, incoming: JSON.parse(content), starts, failures, isFirst };
}
