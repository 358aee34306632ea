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

/**
 * Accepts a message: it is durable when this resolves. `"mine"`: its chat had no other message, and the
 * node is to handle it now; with `node` absent, it never is.
 */
export async function acceptMessage(
  db: Kysely<Schema>,
  botId: number,
  incoming: IncomingMessage,
  node: string | null,
): Promise<{ status: "duplicate" | "queued" } | { status: "mine"; id: number }> {
  const { rows } = await sql<{ message_id: number | null; is_mine: boolean }>`
    select * from inbox_accept(
      ${botId}, ${escapeText(incoming.id)}, ${escapeText(incoming.message.from)}, ${JSON.stringify(incoming)}, ${node})`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined || row.message_id === null) return { status: "duplicate" };
  return row.is_mine ? { status: "mine", id: row.message_id } : { status: "queued" };
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

/** What happened in an attempt, to be written when it ends. */
export interface EndedAttempt {
  /** The arguments of `inbox_finish_traced` as JSON. */
  readonly json: string;
  /** The medium that plugins were given. */
  readonly media?: { readonly sha256: string; readonly bytes: Uint8Array };
}

/** How the handling of a message ended, and what is done next. */
export interface Finishing {
  readonly node: string;
  readonly handling: Handling;
  /** Whether this node takes the chat's next message; else another claim does. */
  readonly keepLane: boolean;
  readonly attempt: EndedAttempt | undefined;
}

/**
 * Records how a message's handling ended and what happened, and hands out the next one of its chat.
 *
 * @returns the next message; `undefined` when there is none, or when the lane is another node's by now
 */
export async function finishMessage(
  db: Kysely<Schema>,
  { id, botId }: HandedOut,
  { node, handling, keepLane, attempt }: Finishing,
): Promise<HandedOut | undefined> {
  const retryMs = handling.how === "again" ? handling.afterMs : null;
  const { code = null, message = null } = handling.how === "done" ? {} : handling.error;
  const { json = null, media } = attempt ?? {};
  const bytes = media === undefined ? null : Buffer.from(media.bytes);
  const { rows } = await sql<Row & { next_id: number | null }>`
    select * from inbox_finish_traced(
      ${id}, ${node}, ${retryMs}, ${code}, ${escapeNullable(message)}, ${handling.how === "aside"},
      ${keepLane}, ${json}, ${media?.sha256 ?? null}, ${bytes})`.execute(db);
  const [row] = rows;
  return row === undefined || row.next_id === null ? undefined : handedOut(row.next_id, botId, row);
}

interface Row {
  readonly content: string;
  readonly started: number;
  readonly failed: number;
}

/** The message of an error may quote what a stranger has sent. */
function escapeNullable(text: string | null): string | null {
  return text === null ? null : escapeText(text);
}

/** The content is what `acceptMessage` has written. */
function handedOut(id: number, botId: number, { content, started, failed }: Row): HandedOut {
  return { id, botId, incoming: JSON.parse(content), starts: started, failures: failed };
}
