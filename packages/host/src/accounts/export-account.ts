import { createPace, type Redactor } from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { findKeys } from "../database/find-keys.ts";
import type { Schema } from "../database/schema.ts";
import { ACCOUNT_TABLES, type AccountScope } from "./account-tables.ts";
import { createEntryExport, HIDDEN } from "./export-entries.ts";
import { readMedium, toBase64 } from "./export-media.ts";
import { type ExportedRow, readRows } from "./export-rows.ts";
import { createSecretLearner } from "./learn-secrets.ts";

/** What {@link exportAccount} works with. */
export interface ExportOptions {
  readonly db: Kysely<Schema>;
  /** Opens the journals. */
  readonly secrets: Secrets;
  /** Knows the account's secrets, and learns the secrets that plugins were given. */
  readonly redactor: Redactor;
  readonly now: Date;
}

/** Media without their bytes, which are read apart because one medium can have 20 MiB. */
const MEDIA = sql`(select sha256, used_at, octet_length(bytes) as bytes from journal_media)`;

/**
 * Reads all rows of an account as lines of JSON: `{ table, row }` each, between a first line that names the account and
 * a last one with the number of rows, by which a client recognises a broken download. Each batch is a statement of its
 * own, so that a slow client holds no transaction open. Bytes are base64.
 *
 * The journals are read twice, because an entry may contain a secret that only a later entry identifies as one, such as
 * the answer with the credentials of a set that was deleted. Media follow the journals; secrets in them become
 * placeholders too, but `sha256` is that of the original bytes.
 *
 * @returns texts that make the lines when joined; a long line is several texts
 */
export async function* exportAccount(
  scope: AccountScope,
  { db, secrets, redactor, now }: ExportOptions,
): AsyncGenerator<string, void, undefined> {
  const keys = await findKeys(db);
  const pace = createPace();
  const learn = createSecretLearner(db, redactor);
  const entries = createEntryExport({ secrets, redactor, learn, pace });
  yield line({ format: "botwright-account", version: 2, account: scope.userId, exported_at: now });
  for await (const json of rowsOf("journal_entry")) await entries.learn(readRow(json));
  let count = 0;
  for (const table of Object.keys(ACCOUNT_TABLES)) {
    for await (const json of rowsOf(table)) {
      const row = readRow(json);
      if (table === "journal_media") yield* mediumLine(row);
      else yield line({ table, row: await shown(table, row) });
      count += 1;
      await pace(json.length);
    }
  }
  yield line({ end: true, rows: count });

  async function* rowsOf(table: string): AsyncGenerator<string> {
    const where = ACCOUNT_TABLES[table]?.rows(scope) ?? sql`false`;
    const from = table === "journal_media" ? MEDIA : sql.table(table);
    yield* readRows(db, { from, where, key: keys.get(table) ?? [] });
  }

  async function shown(table: string, row: ExportedRow): Promise<ExportedRow> {
    return table === "journal_entry" ? entries.show(row) : hide(table, row);
  }

  async function* mediumLine({ bytes, ...row }: ExportedRow): AsyncGenerator<string> {
    const text = line({ table: "journal_media", row: { ...row, bytes: "" } });
    const end = text.lastIndexOf('"');
    yield text.slice(0, end);
    const medium = readMedium(db, { sha256: String(row["sha256"]), bytes: Number(bytes) });
    for await (const base64 of toBase64(redactor.redactChunks(medium))) {
      yield base64;
      await pace(base64.length);
    }
    yield text.slice(end);
  }
}

function readRow(json: string): ExportedRow {
  return JSON.parse(json);
}

function hide(table: string, row: ExportedRow): ExportedRow {
  const hidden = ACCOUNT_TABLES[table]?.hidden ?? [];
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      hidden.includes(name) && value !== null ? [name, HIDDEN] : [name, value],
    ),
  );
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
