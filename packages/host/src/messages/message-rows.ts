import { BotwrightError, type MessageType, type Platform } from "@botwright/core";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { unescapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

/** The state of a message: it waits for its turn or another attempt, was handled, or was set aside for an operator. */
export type MessageState = "waiting" | "done" | "set_aside";

/** Why a message or a host call failed. */
export interface MessageError {
  readonly code: string;
  readonly message: string;
}

/** A message in a list. */
export interface MessageItem {
  readonly id: number;
  readonly bot_id: number;
  readonly platform: Platform;
  /** The platform's id, unchanged. */
  readonly platform_id: string;
  /** The person who wrote it. */
  readonly chat: string;
  readonly type: MessageType;
  /** The first 4,096 characters of its text. */
  readonly text: string;
  readonly state: MessageState;
  readonly received_at: string;
  readonly ended_at: string | null;
  /** How many attempts to handle the message have ended. */
  readonly attempts: number;
  /** How often the process ended while it handled the message, since the message was last put back. */
  readonly process_deaths: number;
  /** How often the message was put back after it had been set aside. */
  readonly retries: number;
  readonly handled_by: string | null;
  /** The plugins that ran in the last attempt, in order. */
  readonly runs: readonly { readonly plugin: string; readonly status: string }[];
  /** Why it was set aside, or why its last attempt failed. */
  readonly error: MessageError | null;
}

/** A row of {@link selectMessages}: all of a message except its document. */
export interface MessageRow {
  readonly id: number;
  readonly bot_id: number;
  readonly user_id: number;
  readonly platform: Platform;
  readonly platform_id: string;
  /** Escaped by `escapeText`, as are the other columns whose text users choose. */
  readonly chat: string;
  readonly type: MessageType;
  /** The beginning of its text. */
  readonly shown: string;
  readonly received_at: Date;
  readonly done_at: Date | null;
  readonly aside_at: Date | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly starts: number;
  readonly failures: number;
  readonly retries: number;
  readonly attempts: number;
  readonly handled_by: string | null;
  readonly runs: string;
}

/** Reads messages with their bots and the runs of their last attempts. */
export async function selectMessages(
  db: Kysely<Schema>,
  from: RawBuilder<unknown>,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.bot_id, b.user_id, b.platform, m.platform_id, m.chat, m.type, m.shown,
      m.received_at, m.done_at, m.aside_at, m.error_code, m.error_message, m.starts, m.failures, m.retries,
      coalesce(a.number, 0) as attempts, a.handled_by,
      coalesce((
        select json_agg(json_build_object('plugin', r.plugin, 'status', r.status) order by r.place)
        from plugin_run r where r.message_id = m.id and r.attempt = a.number), '[]') as runs
    from ${from}
    left join lateral (
      select number, handled_by from message_attempt
      where message_id = m.id order by number desc limit 1) a on true
    order by m.id desc`.execute(db);
  return rows;
}

/** Makes the list item of a row. */
export function toItem(row: MessageRow): MessageItem {
  const state = row.aside_at !== null ? "set_aside" : row.done_at !== null ? "done" : "waiting";
  const ended = row.aside_at ?? row.done_at;
  // An attempt that runs has begun and not ended; it is not a death of the process.
  const unended = row.starts - row.failures - (state === "done" ? 1 : 0);
  const isRunning = state === "waiting" && unended > 0;
  return {
    id: row.id,
    bot_id: row.bot_id,
    platform: row.platform,
    platform_id: unescapeText(row.platform_id),
    chat: unescapeText(row.chat),
    type: row.type,
    text: unescapeText(row.shown),
    state,
    received_at: row.received_at.toISOString(),
    ended_at: ended?.toISOString() ?? null,
    attempts: row.attempts,
    process_deaths: Math.max(0, unended - (isRunning ? 1 : 0)),
    retries: row.retries,
    handled_by: row.handled_by,
    runs: readRuns(row),
    error: toError(row.error_code, row.error_message),
  };
}

/** The plugins that ran in the last attempt. */
export function readRuns({ runs }: Pick<MessageRow, "runs">): MessageItem["runs"] {
  return JSON.parse(runs);
}

/** Makes an error of its two columns. */
export function toError(code: string | null, message: string | null): MessageError | null {
  return code === null ? null : { code, message: unescapeText(message ?? "") };
}

/** The error for a message that does not exist or belongs to another account. */
export function messageNotFound(): BotwrightError {
  return new BotwrightError("there is no such message", { code: "MESSAGE_NOT_FOUND" });
}
