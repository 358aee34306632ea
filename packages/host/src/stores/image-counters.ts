/**
 * SQL conditions for the counters of free images, whose names the services make.
 *
 * @module
 */
import { IMAGE_COUNTER_PREFIX, imageCounterPrefixOf } from "@botwright/services";
import { type RawBuilder, sql } from "kysely";
import { startsWith } from "../database/starts-with.ts";

/** Whether a row of `usage_counter` or `usage_event` belongs to an account. */
export function isImageCounterOf(userId: number): RawBuilder<unknown> {
  return startsWith("counter", imageCounterPrefixOf(userId));
}

/** Whether a row counts a day before `day` (`YYYY-MM-DD`). */
export function isImageCounterBefore(day: string): RawBuilder<unknown> {
  return sql`${startsWith("counter", IMAGE_COUNTER_PREFIX)} and split_part(counter, '/', 3) < ${day}`;
}
