/**
 * The ids of runs, which core makes, as SQL reads and makes them.
 *
 * @module
 */
import { attemptIdOf, LIMITS } from "@botwright/core";
import { type RawBuilder, sql } from "kysely";

/** Core's `messagePrefixOf` a row of `message`. */
export const MESSAGE_PREFIX: RawBuilder<string> = sql`bot_id || '/' || platform_id || '/'`;

const SUFFIXES = Array.from({ length: LIMITS.call.restarts + 1 }, (_, number) =>
  attemptIdOf("", number),
);

/** The ids of all attempts at the run of an attempt, as an array. */
export function attemptsOf(column: string): RawBuilder<string[]> {
  return sql`array(
    select regexp_replace(${sql.ref(column)}, '#[0-9]+$', '') || suffix
    from unnest(${SUFFIXES}::text[]) suffix)`;
}
