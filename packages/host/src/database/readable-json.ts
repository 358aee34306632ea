import { type RawBuilder, sql } from "kysely";

/**
 * An escape of NUL or of half a surrogate pair, as `JSON.stringify` writes it. The group matches pairs of backslashes
 * before it: each is an escaped backslash. After an odd number of backslashes, `u0000` is plain text.
 */
const UNREADABLE = String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})`;

/**
 * The JSON of a column for PostgreSQL's JSON operators. They refuse the whole document if it has an escape of a
 * character that PostgreSQL's texts cannot store, and users can write such characters. Replaces them by U+FFFD.
 *
 * @example
 * sql`select ${readableJson("status")} ->> 'state' from bot`;
 */
export function readableJson(column: string): RawBuilder<string> {
  return sql`regexp_replace(${sql.ref(column)}::text, ${UNREADABLE}, ${String.raw`\1\\ufffd`}, 'g')::json`;
}
