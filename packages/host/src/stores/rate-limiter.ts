import { type Clock, systemClock } from "@botwright/core";
import type { RateLimiter } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Creates a rate limiter whose limits hold over all nodes. One row contains the times of a key's events. */
export function createPostgresRateLimiter(
  db: Kysely<Schema>,
  clock: Clock = systemClock,
): RateLimiter {
  return {
    async take(key, { limit, windowMs }) {
      const { rows } = await sql<{ wait: number | null }>`
        select rate_take(${key}, ${limit}, ${windowMs}, ${clock.now()}) as wait`.execute(db);
      const { wait = null } = rows[0] ?? {};
      return wait === null ? { allowed: true } : { allowed: false, retryAfterMs: wait };
    },
  };
}
