import { credentialsContext } from "@botwright/services";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { botContext } from "../bots/bot-context.ts";
import type { Schema } from "../database/schema.ts";
import { providerKeyContext } from "../models/provider-key.ts";
import { installationContext } from "../plugins/load-installed.ts";

/** A secret in the database, and the context that it is sealed with; see `Secrets`. */
export interface SealedRow {
  readonly sealed: string;
  readonly context: string;
}

/** Which rows are read. */
interface ReadOptions {
  /** The start of sealed texts that are left out. */
  readonly except: string;
  /** The last text of the batch before. */
  readonly after: string;
  readonly limit: number;
}

/** A table with secrets that stay: a row has one in its column `sealed`, or null. */
export interface SealedTable {
  readonly name: string;
  /** Reads rows in the order of their sealed texts, which are unique. */
  read(db: Kysely<Schema>, options: ReadOptions): Promise<readonly SealedRow[]>;
}

/** The tables whose secrets stay until their owner changes them. */
export const SEALED_TABLES: readonly SealedTable[] = [
  table(
    "bot",
    sql<{ userId: number; platform: string }>`user_id as "userId", platform`,
    botContext,
  ),
  table("platform_credentials", sql<{ id: string }>`id`, ({ id }) => credentialsContext(id)),
  table(
    "installation",
    sql<{ botId: number; pluginId: number }>`bot_id as "botId", plugin_id as "pluginId"`,
    ({ botId, pluginId }) => installationContext(botId, pluginId),
  ),
  table("ai_provider", sql<ProviderRow>`id, base_url`, (row) =>
    providerKeyContext("ai-provider", row),
  ),
  table("search_provider", sql<ProviderRow>`id, base_url`, (row) =>
    providerKeyContext("search-provider", row),
  ),
];

/** Columns with sealed texts of tables whose rows are deleted when they are old. */
export const AGEING_COLUMNS: readonly (readonly [table: string, column: string])[] = [
  ["journal_entry", "sealed"],
  ["message_attempt", "trace"],
  ["message_attempt", "inputs"],
];

/** What the context of a provider's key is made of. */
interface ProviderRow {
  readonly id: number;
  readonly base_url: string | null;
}

/** @param columns what the context is made of */
function table<Row>(
  name: string,
  columns: RawBuilder<Row>,
  contextOf: (row: Row) => string,
): SealedTable {
  return {
    name,
    async read(db, { except, after, limit }) {
      const { rows } = await sql<Row & { sealed: string }>`
        select sealed, ${columns} from ${sql.table(name)}
        where not starts_with(sealed, ${except}) and sealed collate "C" > ${after}
        order by sealed collate "C" limit ${limit}`.execute(db);
      return rows.map((row) => ({ sealed: row.sealed, context: contextOf(row) }));
    },
  };
}
