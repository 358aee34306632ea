/**
 * The ids of runs, which core makes, as SQL reads and makes them.
 *
 * @module
 */
import { attemptIdOf, LIMITS } from "@botwright/core";
import { type RawBuilder, sql } from "kysely";
import { escapeText } from "../database/escape-text.ts";

/** Core's `messagePrefixOf` a row of `message`. */
export const MESSAGE_PREFIX: RawBuilder<string> = sql`bot_id || '/' || platform_id || '/'`;

const SUFFIXES = Array.from({ length: LIMITS.call.restarts + 1 }, (_, number) =>
  attemptIdOf("", number),
);

/** The ids of all attempts at a run, as they are in rows. */
export const attemptIdsOf = (callId: string): string[] =>
  SUFFIXES.map((suffix) => escapeText(callId + suffix));

/**
 * The ids of all attempts at the run of an attempt, as an array. The only reader of an id: retention deletes the
 * attempts of a run together, and a column with the run's id would cost every row of the journal as much as
 * its key, for a task that runs once an hour. `stored-ids.test.ts` holds it to core's `attemptIdOf`.
 */
export function attemptsOf(column: string): RawBuilder<string[]> {
  return sql`array(
    select regexp_replace(${sql.ref(column)}, '#[0-9]+$', '') || suffix
    from unnest(${SUFFIXES}::text[]) suffix)`;
}
