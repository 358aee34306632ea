import { type Clock, invalidInput, systemClock } from "@botwright/core";
import type { SearchLogEntry } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** The numbers of today's searches. */
export interface SearchStats {
  /** All searches since midnight in the host's time zone, also those that were cached or failed. */
  readonly today_total: number;
  /** Today's searches by plugin and by user, the largest numbers first. */
  readonly by_plugin: readonly { readonly plugin_slug: string; readonly count: number }[];
  readonly by_user: readonly { readonly user_id: number; readonly count: number }[];
}

/** A logged search. */
export interface SearchLogRecord {
  readonly id: number;
  /** ISO 8601. */
  readonly created_at: string;
  readonly user_id: number;
  readonly plugin_slug: string;
  readonly query: string;
  readonly region: string;
  readonly max_results: number;
  /** The engine that answered, or `null`. */
  readonly provider: string | null;
  readonly cached: boolean;
  readonly count: number;
  readonly duration_ms: number;
  readonly error_code: string | null;
}

/** Options of {@link createSearchLog}. */
export interface SearchLogOptions {
  readonly db: Kysely<Schema>;
  /** The time zone in which a day begins at midnight. @default "UTC" */
  readonly timeZone?: string;
  readonly clock?: Clock;
}

/** Reports the searches of plugins to administrators. */
export interface SearchLog {
  stats(): Promise<SearchStats>;
  /**
   * The latest searches, newest first.
   *
   * @param limit 1 to 500. @default 50
   * @param before only searches with a lower id
   * @throws {InvalidInputError} `INVALID_INPUT`
   */
  latest(limit?: number, before?: number): Promise<SearchLogRecord[]>;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
/** The most plugins, and the most users, in the statistics. */
const MAX_COUNTS = 1000;

/** Creates the statistics and the log of searches from the rows that `createPostgresServiceLog` writes. */
export function createSearchLog(options: SearchLogOptions): SearchLog {
  const { db, timeZone = "UTC", clock = systemClock } = options;
  const searches = db.selectFrom("service_use").where("type", "=", "search");

  return {
    async stats() {
      const now = new Date(clock.now()).toISOString();
      const midnight = sql<Date>`
        date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}`;
      const today = searches.where("created_at", ">=", midnight);
      const total = today.select(({ fn }) => fn.countAll<number>().as("count"));
      const byPlugin = today
        .select(({ fn }) => ["plugin_slug", fn.countAll<number>().as("count")])
        .groupBy("plugin_slug")
        .orderBy("count", "desc")
        .orderBy("plugin_slug")
        .limit(MAX_COUNTS);
      const byUser = today
        .select(({ fn }) => ["user_id", fn.countAll<number>().as("count")])
        .groupBy("user_id")
        .orderBy("count", "desc")
        .orderBy("user_id")
        .limit(MAX_COUNTS);
      // One snapshot for all three queries, so that their numbers add up.
      return db
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute(async (trx) => ({
          today_total: (await trx.executeQuery(total)).rows[0]?.count ?? 0,
          by_plugin: (await trx.executeQuery(byPlugin)).rows,
          by_user: (await trx.executeQuery(byUser)).rows,
        }));
    },
    async latest(limit = DEFAULT_LIMIT, before) {
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
        throw invalidInput(`limit must be a whole number from 1 to ${MAX_LIMIT}`);
      }
      const rows = await searches
        .select(["id", "created_at", "user_id", "plugin_slug", "details"])
        .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ created_at, details, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        ...readDetails(details),
      }));
    },
  };
}

/** The column `details` of a search, as `createPostgresServiceLog` has written it. */
type Details = Omit<SearchLogEntry, "type" | "createdAt" | "userId" | "pluginSlug">;

function readDetails(json: string) {
  const details: Details = JSON.parse(json);
  const { query, region, maxResults, provider, cached, count, durationMs, errorCode } = details;
  return {
    query,
    region,
    max_results: maxResults,
    provider,
    cached,
    count,
    duration_ms: durationMs,
    error_code: errorCode,
  };
}
