import type { IncomingMessage, MessageType } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/**
 * Characters of a text that lists, searches and traces have of a message: as many as the longest message of
 * Telegram. A document of megabytes is behind some of them, and a page has 200.
 */
const MAX_SHOWN_LENGTH = 4096;

/** Most characters that one character of a text has as it is read: an escape such as `\u0000`. */
const MAX_ESCAPED_LENGTH = 6;

/** What lists show of the document of a message. */
export interface MessageText {
  readonly type: MessageType;
  /** The first {@link MAX_SHOWN_LENGTH} characters. */
  readonly text: string;
  /** Of the whole document. */
  readonly bytes: number;
}

interface TextRow {
  readonly id: number;
  readonly bytes: number;
  /** Whether {@link WITH_KEPT_ESCAPES} was read; `null`: the documents before it were too many bytes. */
  readonly has_escapes: boolean | null;
  readonly type: MessageType | null;
  readonly text: string | null;
}

/**
 * Reads what lists show of messages. The database takes it out of the documents, so that a large one is
 * neither sent nor parsed here.
 *
 * @param maxBytes of documents that are looked at, the newest first; the one that reaches it is the last.
 * @default all
 * @returns nothing of a message that is gone, and `undefined` of one that was not looked at
 */
export async function readTexts(
  db: Kysely<Schema>,
  ids: readonly number[],
  maxBytes: number = Number.MAX_SAFE_INTEGER,
): Promise<Map<number, MessageText | undefined>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<TextRow>`
    select s.id, s.bytes, p.has_escapes, p.type, left(p.text, ${MAX_ESCAPED_LENGTH * MAX_SHOWN_LENGTH}::int) as text
    from (
      select id, incoming, bytes, coalesce(sum(bytes) over (
        order by id desc rows between unbounded preceding and 1 preceding), 0) as bytes_before
      from (
        select id, incoming, octet_length(incoming::text) as bytes
        from message where id = any(${ids}::bigint[]) offset 0) sized) s
    left join lateral (
      select has_escapes, content #>> '{message,type}' as type, content #>> '{message,text}' as text
      from (
        select has_escapes, case when has_escapes then ${WITH_KEPT_ESCAPES} else s.incoming end as content
        from (select json, ${HAS_ESCAPES} as has_escapes
          from (select s.incoming::text as json offset 0) one offset 0) two offset 0) three
    ) p on s.bytes_before < ${maxBytes}::bigint`.execute(db);
  return new Map(rows.map((row) => [row.id, toText(row)]));
}

function toText({ type, text, bytes, has_escapes }: TextRow): MessageText | undefined {
  if (has_escapes === null) return undefined;
  const read = has_escapes ? readKeptEscapes(text ?? "") : (text ?? "");
  return { type: type ?? "text", text: read.slice(0, MAX_SHOWN_LENGTH), bytes };
}

/** Whether a document may have what PostgreSQL's texts cannot hold. Few have, and to replace takes longest. */
const HAS_ESCAPES = sql.raw(String.raw`position('\u' in json) > 0`);

/**
 * The document with `\\` and `\u…` escaped once more: PostgreSQL's texts cannot hold NUL and lone surrogates, and
 * its JSON functions fail at them. U+0001 stands for `\\` in between, and is in no JSON text itself.
 */
const WITH_KEPT_ESCAPES = sql.raw(
  String.raw`replace(replace(replace(json, '\\', E'\x01'), '\u', '\\u'), E'\x01', '\\\\')::json`,
);

/** Escapes that were kept, the last of which may be cut. */
const KEPT_ESCAPE = /\\(?:\\|u([0-9a-f]{4})|u?[0-9a-f]{0,3}$)/gi;

function readKeptEscapes(text: string): string {
  return text.replace(KEPT_ESCAPE, (escape, code?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return escape === "\\\\" ? "\\" : "";
  });
}

/** The whole message as it was accepted; `undefined` when it is gone. */
export async function readIncoming(
  db: Kysely<Schema>,
  id: number,
): Promise<IncomingMessage | undefined> {
  const row = await db
    .selectFrom("message")
    .select("incoming")
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined ? undefined : JSON.parse(row.incoming);
}
