import { type RawBuilder, sql } from "kysely";

/**
 * An escape of NUL or of half a surrogate pair, as `JSON.stringify` writes them, after any number of escaped
 * backslashes.
 */
const UNREADABLE = String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})`;

/**
 * The JSON of a column for PostgreSQL's operators: these refuse a whole document for one escape that its texts cannot
 * hold, wherever it stands, and strangers can write one. U+FFFD stands in its place.
 *
 * @example
 * sql`select ${readableJson("status")} ->> 'state' from bot`;
 */
export function readableJson(column: string): RawBuilder<string> {
  return sql`regexp_replace(${sql.ref(column)}::text, ${UNREADABLE}, ${String.raw`\1\\ufffd`}, 'g')::json`;
}
