/**
 * SQL that reads and makes the ids of runs, whose format core defines.
 *
 * @module
 */
import { attemptIdOf, LIMITS } from "@botwright/core";
import { type RawBuilder, sql } from "kysely";
import { escapeText } from "../database/escape-text.ts";

/** Core's `messagePrefixOf` for a row of `message`. */
export const MESSAGE_PREFIX: RawBuilder<string> = sql`bot_id || '/' || platform_id || '/'`;

const SUFFIXES = Array.from({ length: LIMITS.call.restarts + 1 }, (_, number) =>
  attemptIdOf("", number),
);

/** The ids of all attempts at a run, escaped as they are in rows. */
export const attemptIdsOf = (callId: string): string[] =>
  SUFFIXES.map((suffix) => escapeText(callId + suffix));

/**
 * The ids of all attempts at the run to which an attempt's id belongs, as an SQL array. Nothing else parses an id:
 * retention deletes the attempts of a run together, once an hour. A column with the run's id would cost every row of
 * the journal as much as its key. `stored-ids.test.ts` checks this against core's `attemptIdOf`.
 */
export function attemptsOf(column: string): RawBuilder<string[]> {
  return sql`array(
    select regexp_replace(${sql.ref(column)}, '#[0-9]+$', '') || suffix
    from unnest(${SUFFIXES}::text[]) suffix)`;
}
