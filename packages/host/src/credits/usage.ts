import { type Clock, invalidInput, systemClock } from "@botwright/core";
import { createDayOf } from "@botwright/services";
import { type Kysely, type Selectable, sql } from "kysely";
import { escapeText, unescapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

/** Options of {@link createUsage}. */
export interface UsageOptions {
  readonly db: Kysely<Schema>;
  /** The time zone in which days begin. @default "UTC" */
  readonly timeZone?: string;
  /** @default systemClock */
  readonly clock?: Clock;
}

type ServiceUse = Selectable<Schema["service_use"]>;

/** One use of a service by a plugin. */
export interface ServiceUseItem {
  readonly id: number;
  readonly type: ServiceUse["type"];
  readonly created_at: string;
  readonly plugin_slug: string;
  /** The bot and the platform's id of the message that the plugin handled, if known. */
  readonly bot_id: number | null;
  readonly message_id: string | null;
  /** The model of a call; `null` for other services. */
  readonly model: string | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly credits: number;
  /** The key of the use's movements in the ledger. */
  readonly charge_key: string | null;
  /** Further values that the service records: see `ServiceLogEntry`. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Which uses to read. Days, such as `2026-01-05`, are those of the host's time zone; `from` and `to` are included. */
export interface UsageFilter {
  readonly type?: ServiceUse["type"] | undefined;
  readonly plugin_slug?: string | undefined;
  readonly model?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The number of last days, including the current one. */
  readonly days?: number | undefined;
}

/** The sums of one day, model, plugin or user. */
export interface UsageSum {
  /** The day, the model's name, the plugin's slug or the user's id. */
  readonly key: string;
  readonly calls: number;
  readonly credits: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** Reads what the plugins of accounts used. */
export interface Usage {
  /** The current day in the host's time zone. */
  today(): string;
  /** The uses of an account, newest first. */
  list(
    userId: number,
    page: UsageFilter & { readonly before?: number | undefined; readonly limit: number },
  ): Promise<ServiceUseItem[]>;
  /**
   * Sums for charts, at most 1000: days in their order; models and plugins with the most credits first. Uses without a
   * model are left out of the sums by model.
   *
   * @throws {InvalidInputError} `INVALID_INPUT` if a day cannot be read
   */
  summary(
    userId: number,
    options: UsageFilter & { readonly by: "day" | "model" | "plugin" },
  ): Promise<UsageSum[]>;
  /** The same over all accounts; the sums by user have the user's id as their key. */
  summaryOfAll(
    options: UsageFilter & { readonly by: "day" | "model" | "plugin" | "user" },
  ): Promise<UsageSum[]>;
}

const MAX_SUMS = 1000;

/**
 * Creates the functions that read the log of uses.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when the time zone does not exist
 * @example
 * const usage = createUsage({ db, timeZone: "Asia/Shanghai" });
 * await usage.summary(7, { by: "day", from: "2026-01-01", to: "2026-01-31" });
 */
export function createUsage(options: UsageOptions): Usage {
  const { db, timeZone = "UTC", clock = systemClock } = options;
  const dayOf = createDayOf(timeZone);
  const today = (): string => dayOf(clock.now());

  /** The uses of an account; `undefined`: of all accounts. */
  function usesOf(userId: number | undefined, filter: UsageFilter) {
    const { type, plugin_slug, model, from, to, days } = filter;
    let uses = db.selectFrom("service_use");
    if (userId !== undefined) uses = uses.where("user_id", "=", userId);
    if (type !== undefined) uses = uses.where("type", "=", type);
    if (plugin_slug !== undefined) uses = uses.where("plugin_slug", "=", plugin_slug);
    if (model !== undefined) uses = uses.where("model", "=", escapeText(model));
    if (from !== undefined) uses = uses.where("created_at", ">=", startOf(from, 0));
    if (to !== undefined) uses = uses.where("created_at", "<", startOf(to, 1));
    if (days !== undefined) uses = uses.where("created_at", ">=", startOf(today(), 1 - days));
    return uses;
  }

  /** The midnight at which a day begins, plus `later` days, which may be negative. */
  function startOf(day: string, later: number) {
    return sql<Date>`(${assertDay(day)}::date + ${later}::int)::timestamp at time zone ${timeZone}`;
  }

  async function summary(
    userId: number | undefined,
    { by, ...filter }: UsageFilter & { readonly by: "day" | "model" | "plugin" | "user" },
  ): Promise<UsageSum[]> {
    const key = {
      day: sql<string>`to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD')`,
      model: sql<string>`model`,
      plugin: sql<string>`plugin_slug`,
      user: sql<string>`user_id::text`,
    }[by];
    let sums = usesOf(userId, filter).select([
      key.as("key"),
      sql<number>`count(*)`.as("calls"),
      sum("credits").as("credits"),
      sum("prompt_tokens").as("prompt_tokens"),
      sum("completion_tokens").as("completion_tokens"),
    ]);
    if (by === "model") sums = sums.where("model", "is not", null);
    const ordered =
      by === "day"
        ? sums.orderBy("key", "desc")
        : sums.orderBy("credits", "desc").orderBy("calls", "desc").orderBy("key");
    const rows = await ordered
      .groupBy(sql`1`)
      .limit(MAX_SUMS)
      .execute();
    const items = rows.map((row) =>
      by === "model" ? { ...row, key: unescapeText(row.key) } : row,
    );
    return by === "day" ? items.toReversed() : items;
  }

  return {
    today,
    async list(userId, { before, limit, ...filter }) {
      const rows = await usesOf(userId, filter)
        .selectAll()
        .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(toItem);
    },
    summary,
    summaryOfAll: (asked) => summary(undefined, asked),
  };
}

function toItem(row: ServiceUse): ServiceUseItem {
  const { user_id: _user, effect_key: _effect, created_at, details, ...rest } = row;
  return {
    ...rest,
    message_id: unescape(row.message_id),
    model: unescape(row.model),
    charge_key: unescape(row.charge_key),
    created_at: created_at.toISOString(),
    details: JSON.parse(details),
  };
}

function unescape(text: string | null): string | null {
  return text === null ? null : unescapeText(text);
}

function sum(column: "credits" | "prompt_tokens" | "completion_tokens") {
  return sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`;
}

/** @throws {InvalidInputError} `INVALID_INPUT` if the text is not a day such as `2026-01-05` */
function assertDay(day: string): string {
  const time = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toJSON().startsWith(day)) return day;
  throw invalidInput(`a day must be written as 2026-01-05, not "${day.slice(0, 40)}"`);
}
