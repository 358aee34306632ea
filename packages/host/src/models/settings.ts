import type { Kysely, Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";
import { checkCount, checkWord } from "./check-fields.ts";

/** What administrators set besides models and providers. */
export interface ServiceSettings {
  /** The number of images that each account may generate per day without cost. */
  readonly free_images_per_day: number;
  /** The model that ai-proxy uses if a request names none; `null`: the first free chat model. */
  readonly default_model: string | null;
  /** Days for which journals of runs are kept; `null`: the number with which the host was started. */
  readonly journal_days: number | null;
}

const MAX_IMAGES = 1_000_000;

const KEY = "services";

const DEFAULTS: ServiceSettings = {
  free_images_per_day: 0,
  default_model: null,
  journal_days: null,
};

/** Reads the settings; one that was never written has its default. */
export async function readSettings(db: Kysely<Schema>): Promise<ServiceSettings> {
  const row = await db
    .selectFrom("host_setting")
    .select("value")
    .where("key", "=", KEY)
    .executeTakeFirst();
  // Needs no validation, because only `writeSettings` writes this row.
  const stored: Partial<ServiceSettings> = row === undefined ? {} : JSON.parse(row.value);
  return { ...DEFAULTS, ...stored };
}

/**
 * Writes the given settings. The caller must have checked `journal_days` against the other retention days.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field
 */
export async function writeSettings(
  trx: Transaction<Schema>,
  { free_images_per_day, default_model, journal_days }: Partial<ServiceSettings>,
): Promise<void> {
  const changes = {
    ...(free_images_per_day !== undefined && {
      free_images_per_day: checkCount("free_images_per_day", free_images_per_day, MAX_IMAGES),
    }),
    ...(default_model !== undefined && {
      default_model: default_model === null ? null : checkWord("default_model", default_model),
    }),
    ...(journal_days !== undefined && { journal_days }),
  };
  await claimSetting(trx, KEY, {});
  const locked = trx.selectFrom("host_setting").select("key").where("key", "=", KEY).forUpdate();
  await locked.execute();
  const value = JSON.stringify({ ...(await readSettings(trx)), ...changes });
  await trx
    .updateTable("host_setting")
    .set({ value, updated_at: new Date() })
    .where("key", "=", KEY)
    .execute();
}

/**
 * Inserts a setting unless its key exists. If several nodes insert it at once, the others wait for the first one's
 * transaction.
 *
 * @returns whether it was written
 */
export async function claimSetting(
  trx: Transaction<Schema>,
  key: string,
  value: unknown,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("host_setting")
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
