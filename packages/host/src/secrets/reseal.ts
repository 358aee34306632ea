import { isBotwrightError } from "@botwright/core";
import { type AesSecretsOptions, createAesSecrets, type Secrets } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import {
  AGEING_COLUMNS,
  SEALED_TABLES,
  type SealedRow,
  type SealedTable,
} from "./sealed-tables.ts";

/** Options of {@link reseal}. */
export interface ResealOptions {
  readonly db: Kysely<Schema>;
  /** The keys of the host: `current` seals, and the others only open what they have sealed. */
  readonly keys: AesSecretsOptions;
  /** The most rows of a statement. @default 500 */
  readonly batch?: number;
}

/** The result of {@link reseal}. */
export interface ResealReport {
  /** Number of secrets that were sealed again with the current key. */
  readonly resealed: number;
  /** Number of secrets that no key opens, by table. Their owners have to enter them again. */
  readonly unreadable: Readonly<Record<string, number>>;
  /** Number of texts of journals and traces sealed with other keys. They stay so, because retention deletes them. */
  readonly ageing: number;
}

/**
 * Seals the secrets of bots, installations, accounts and providers again with the current key, in batches. Nodes may
 * run meanwhile if they have the current key; it does not overwrite a secret that they change meanwhile. When
 * `ageing` is 0, the former keys are not needed any more.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a key is invalid
 * @example
 * const { resealed } = await reseal({ db, keys: { keys: { k1, k2 }, current: "k2" } });
 */
export async function reseal({ db, keys, batch = 500 }: ResealOptions): Promise<ResealReport> {
  const secrets = createAesSecrets(keys);
  const except = `${keys.current}.`;
  const unreadable: Record<string, number> = {};
  let resealed = 0;
  for (const table of SEALED_TABLES) {
    let after = "";
    for (;;) {
      const rows = await table.read(db, { except, after, limit: batch });
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.sealed;
      const pairs = await Promise.all(rows.map((row) => sealAgain(secrets, row)));
      const opened = pairs.filter((pair) => pair !== undefined);
      resealed += await replace(db, table, opened);
      const lost = rows.length - opened.length;
      if (lost > 0) unreadable[table.name] = (unreadable[table.name] ?? 0) + lost;
    }
  }
  return { resealed, unreadable, ageing: await countAgeing(db, except) };
}

/** A sealed text, and the new text that replaces it. */
interface Replacement {
  readonly old: string;
  readonly new: string;
}

async function sealAgain(
  secrets: Secrets,
  { sealed, context }: SealedRow,
): Promise<Replacement | undefined> {
  try {
    const text = await secrets.open(sealed, context);
    return { old: sealed, new: await secrets.seal(text, context) };
  } catch (error) {
    if (isBotwrightError(error) && error.code === "SECRET_UNREADABLE") return undefined;
    throw error;
  }
}

/**
 * Replaces the texts that are unchanged. A row that a node has changed since was sealed with the node's current key.
 */
async function replace(
  db: Kysely<Schema>,
  { name }: SealedTable,
  pairs: readonly Replacement[],
): Promise<number> {
  const olds = pairs.map((pair) => pair.old);
  const news = pairs.map((pair) => pair.new);
  const { numAffectedRows } = await sql`
    update ${sql.table(name)} as t set sealed = pair.new
    from unnest(${olds}::text[], ${news}::text[]) as pair(old, new)
    where t.sealed = pair.old`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function countAgeing(db: Kysely<Schema>, except: string): Promise<number> {
  let count = 0;
  for (const [table, column] of AGEING_COLUMNS) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)}
      where not starts_with(${sql.ref(column)}, ${except})`.execute(db);
    count += rows[0]?.count ?? 0;
  }
  return count;
}
