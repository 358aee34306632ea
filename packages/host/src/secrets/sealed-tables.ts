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

/** Selects the rows of a batch. */
interface ReadOptions {
  /** The prefix of sealed texts that are left out: those of the current key. */
  readonly except: string;
  /** The last sealed text of the batch before; `""` for the first batch. */
  readonly after: string;
  readonly limit: number;
}

/** A table whose rows have a secret, or null, in the column `sealed`. */
export interface SealedTable {
  readonly name: string;
  /** Reads rows in the order of their sealed texts, which are unique. */
  read(db: Kysely<Schema>, options: ReadOptions): Promise<readonly SealedRow[]>;
}

/** The tables whose secrets are stored until their owner changes or deletes them. */
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

/** The columns with sealed texts in tables whose old rows retention deletes. */
export const AGEING_COLUMNS: readonly (readonly [table: string, column: string])[] = [
  ["journal_entry", "sealed"],
  ["message_attempt", "trace"],
  ["message_attempt", "inputs"],
];

/** The columns from which the context of a provider's key is made. */
interface ProviderRow {
  readonly id: number;
  readonly base_url: string | null;
}

/** @param columns the columns from which `contextOf` makes the context */
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
