import type { IncomingMessage } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import { escapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

/** A message that was handed out to this node. */
export interface HandedOut {
  readonly id: number;
  readonly botId: number;
  readonly incoming: IncomingMessage;
  /** How often it was handed out, this time included, and how often its handler has failed. */
  readonly starts: number;
  readonly failures: number;
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

/** A message to be accepted. */
export interface Accepting {
  readonly botId: number;
  readonly incoming: IncomingMessage;
  /** The node that is to handle it if its chat has no other message; `null`: none yet. */
  readonly node: string | null;
}

/** What became of it. `"mine"`: its chat had no other message, and the node is to handle it now. */
export type Accepted =
  | { readonly status: "duplicate" | "queued" }
  | { readonly status: "mine"; readonly id: number };

/** Accepts messages, those of a chat in their order: they are durable when this resolves. */
export async function acceptMessages(
  db: Kysely<Schema>,
  messages: readonly Accepting[],
): Promise<Accepted[]> {
  return inLockOrder(messages, async (sorted) => {
    const ids = sorted.map(({ incoming }) => escapeText(incoming.id));
    const chats = sorted.map(({ incoming }) => escapeText(incoming.message.from));
    const { rows } = await sql<{ message_id: number | null; is_mine: boolean }>`
      select * from inbox_accept_all(
        ${sorted.map(({ botId }) => botId)}::bigint[], ${ids}::text[], ${chats}::text[],
        ${sorted.map(({ incoming }) => JSON.stringify(incoming))}::text[],
        ${sorted.map(({ node }) => node)}::text[])`.execute(db);
    return rows.map(({ message_id: id, is_mine: isMine }): Accepted => {
      if (id === null) return { status: "duplicate" };
      return isMine ? { status: "mine", id } : { status: "queued" };
    });
  });
}

/** Claims up to so many free chats of these bots, and hands out the first message of each. */
export async function claimLanes(
  db: Kysely<Schema>,
  botIds: readonly number[],
  node: string,
  most: number,
): Promise<HandedOut[]> {
  const { rows } = await sql<Row & { message_id: number; message_bot: number }>`
    select * from inbox_claim(${botIds}::bigint[], ${node}, ${most})`.execute(db);
  return rows.map((row) => handedOut(row.message_id, row.message_bot, row));
}

/** A message whose handling has ended. */
export interface Ended {
  readonly message: HandedOut;
  readonly node: string;
  readonly handling: Handling;
  /** Whether this node takes the chat's next message; else another claim does. */
  readonly keepLane: boolean;
}

/**
 * Records how the handling of messages ended, and hands out the next ones of their chats.
 *
 * @returns for each the next message; absent when there is none, or when the lane is another node's by now
 */
export async function finishMessages(
  db: Kysely<Schema>,
  ended: readonly Ended[],
): Promise<{ readonly next: HandedOut | undefined }[]> {
  return inLockOrder(ended, async (sorted) => {
    const errors = sorted.map(({ handling }) => (handling.how === "done" ? null : handling.error));
    const pauses = sorted.map(({ handling }) =>
      handling.how === "again" ? handling.afterMs : null,
    );
    const { rows } = await sql<Row & { next_id: number | null }>`
      select * from inbox_finish_all(
        ${sorted.map(({ message }) => message.id)}::bigint[], ${sorted.map(({ node }) => node)}::text[],
        ${pauses}::float8[],
        ${errors.map((error) => error?.code ?? null)}::text[],
        ${errors.map((error) => error?.message ?? null)}::text[],
        ${sorted.map(({ handling }) => handling.how === "aside")}::boolean[],
        ${sorted.map(({ keepLane }) => keepLane)}::boolean[])`.execute(db);
    return rows.map((row, place) => {
      const { next_id: id } = row;
      const { botId } = sorted[place]?.message ?? {};
      const isThere = id !== null && botId !== undefined;
      return { next: isThere ? handedOut(id, botId, row) : undefined };
    });
  });
}

/**
 * Works on items in the order of their chats, and returns the results in the order of the items: statements
 * that lock several lanes would wait for each other for ever if each took them in an order of its own.
 */
async function inLockOrder<
  Item extends Pick<Accepting, "botId" | "incoming"> | Pick<Ended, "message">,
  Result,
>(
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

interface Row {
  readonly content: string;
  readonly started: number;
  readonly failed: number;
}

/** The content is what `acceptMessage` has written. */
function handedOut(id: number, botId: number, { content, started, failed }: Row): HandedOut {
  return { id, botId, incoming: JSON.parse(content), starts: started, failures: failed };
}
