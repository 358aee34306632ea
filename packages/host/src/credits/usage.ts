import { invalidInput } from "@botwright/core";
import { createDayOf } from "@botwright/services";
import { type Kysely, type Selectable, sql } from "kysely";
import { unescapeText } from "../database/escape-text.ts";
import { type Page, type PageOptions, pageSize, toPage } from "../database/page.ts";
import type { Schema } from "../database/schema.ts";

/** Options of {@link createUsage}. */
export interface UsageOptions {
  readonly db: Kysely<Schema>;
  /** The time zone of days. @default "UTC" */
  readonly timeZone?: string;
}

type ServiceUse = Selectable<Schema["service_use"]>;

/** A use of a service by a plugin. */
export interface ServiceUseItem {
  readonly id: number;
  readonly type: ServiceUse["type"];
  readonly createdAt: Date;
  readonly pluginSlug: string;
  /** The bot and the exact id of the message that was handled, where it is known. */
  readonly botId: number | null;
  readonly messageId: string | null;
  /** Of a call of a model; else `null`. */
  readonly model: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly credits: number;
  /** The key of its movements in the ledger. */
  readonly chargeKey: string | null;
  /** What the service records beside: see `ServiceLogEntry`. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Which uses are wanted. Days are those of the host's time zone, such as `2026-01-05`, both included. */
export interface UsageFilter {
  readonly type?: ServiceUse["type"];
  readonly pluginSlug?: string;
  readonly model?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The sums of one day, model or plugin. */
export interface UsageSum {
  /** The day, the model's name or the plugin's slug. */
  readonly key: string;
  readonly calls: number;
  readonly credits: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** What the plugins of accounts used. */
export interface Usage {
  /** The uses of an account, newest first. */
  list(userId: number, filter?: UsageFilter & PageOptions): Promise<Page<ServiceUseItem>>;
  /**
   * Sums for charts: days in their order, models and plugins with the dearest first, at most 1000. Uses
   * without a model are left out of the sums of models.
   *
   * @throws {InvalidInputError} `INVALID_INPUT` when a day cannot be read
   */
  summary(
    userId: number,
    options: UsageFilter & { readonly by: "day" | "model" | "plugin" },
  ): Promise<UsageSum[]>;
}

const MOST_SUMS = 1000;

/**
 * Creates the reading functions of the log of uses.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when the time zone does not exist
 * @example
 * const usage = createUsage({ db, timeZone: "Asia/Shanghai" });
 * await usage.summary(7, { by: "day", from: "2026-01-01", to: "2026-01-31" });
 */
export function createUsage({ db, timeZone = "UTC" }: UsageOptions): Usage {
  createDayOf(timeZone);

  function usesOf(userId: number, { type, pluginSlug, model, from, to }: UsageFilter) {
    let uses = db.selectFrom("service_use").where("user_id", "=", userId);
    if (type !== undefined) uses = uses.where("type", "=", type);
    if (pluginSlug !== undefined) uses = uses.where("plugin_slug", "=", pluginSlug);
    if (model !== undefined) uses = uses.where("model", "=", model);
    if (from !== undefined) uses = uses.where("created_at", ">=", startOf(from, 0));
    if (to !== undefined) uses = uses.where("created_at", "<", startOf(to, 1));
    return uses;
  }

  /** The midnight at which a day begins, or one so many days later. */
  function startOf(day: string, later: number) {
    return sql<Date>`(${assertDay(day)}::date + ${later}::int)::timestamp at time zone ${timeZone}`;
  }

  return {
    async list(userId, options = {}) {
      const size = pageSize(options);
      let uses = usesOf(userId, options)
        .selectAll()
        .orderBy("id", "desc")
        .limit(size + 1);
      if (options.before !== undefined) uses = uses.where("id", "<", options.before);
      return toPage(await uses.execute(), size, toItem);
    },
    async summary(userId, { by, ...filter }) {
      const key = {
        day: sql<string>`to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD')`,
        model: sql<string>`model`,
        plugin: sql<string>`plugin_slug`,
      }[by];
      let sums = usesOf(userId, filter).select([
        key.as("key"),
        sql<number>`count(*)`.as("calls"),
        sum("credits").as("credits"),
        sum("prompt_tokens").as("promptTokens"),
        sum("completion_tokens").as("completionTokens"),
      ]);
      if (by === "model") sums = sums.where("model", "is not", null);
      const ordered =
        by === "day" ? sums.orderBy("key", "desc") : sums.orderBy("credits", "desc").orderBy("key");
      const rows = await ordered
        .groupBy(sql`1`)
        .limit(MOST_SUMS)
        .execute();
      const items = rows.map((row) =>
        by === "model" ? { ...row, key: unescapeText(row.key) } : row,
      );
      return by === "day" ? items.toReversed() : items;
    },
  };
}

function toItem(row: ServiceUse): ServiceUseItem {
  const { id, type, credits, model } = row;
  return {
    id,
    type,
    createdAt: row.created_at,
    pluginSlug: row.plugin_slug,
    botId: row.bot_id,
    messageId: row.message_id === null ? null : unescapeText(row.message_id),
    model: model === null ? null : unescapeText(model),
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    credits,
    chargeKey: row.charge_key === null ? null : unescapeText(row.charge_key),
    details: JSON.parse(row.details),
  };
}

function sum(column: "credits" | "prompt_tokens" | "completion_tokens") {
  return sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`;
}

/** @throws {InvalidInputError} `INVALID_INPUT` when it is no day such as `2026-01-05` */
function assertDay(day: string): string {
  const time = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toJSON().startsWith(day)) return day;
  throw invalidInput(`a day must be written as 2026-01-05, not "${day.slice(0, 40)}"`);
}
