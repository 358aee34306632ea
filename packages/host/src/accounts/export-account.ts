import { decodeJournalEntry, findOperation, type Redactor } from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { unescapeText } from "../database/escape-text.ts";
import { findKeys, type KeyColumn } from "../database/find-keys.ts";
import type { Schema } from "../database/schema.ts";
import { journalContext } from "../stores/journal.ts";
import { openSecret } from "./account-redactor.ts";
import { ACCOUNT_TABLES, type AccountScope } from "./account-tables.ts";

/** What an export reads with. */
export interface ExportOptions {
  readonly db: Kysely<Schema>;
  /** Opens the journals. */
  readonly secrets: Secrets;
  /** Knows the account's secrets, and learns those that plugins were given. */
  readonly redactor: Redactor;
  readonly now: Date;
}

/** Rows to read at a time; media can be 20 MiB each, and values of storage 1 MiB. */
const BATCH = 20;
const BATCH_OF: Readonly<Record<string, number>> = { journal_media: 1 };

/** What stands in the place of an entry whose key is lost. */
const UNREADABLE = "[sealed with a key that is lost]";

/** What stands in the place of a secret. */
const HIDDEN = "[hidden]";

type Row = Record<string, unknown>;

/**
 * Reads all rows of an account as lines of JSON: `{ table, row }` each, between a line that names the
 * account and one with the number of rows, so that a broken download is recognised. Each batch is a
 * statement of its own: a client that reads slowly holds no transaction open.
 */
export async function* exportAccount(
  scope: AccountScope,
  { db, secrets, redactor, now }: ExportOptions,
): AsyncGenerator<string, void, undefined> {
  const keys = await findKeys(db);
  yield line({ format: "botwright-account", version: 1, account: scope.userId, exported_at: now });
  let count = 0;
  for (const table of Object.keys(ACCOUNT_TABLES)) {
    for await (const row of readRows(db, table, scope, keys.get(table) ?? [])) {
      const shown = table === "journal_entry" ? await openEntry(row) : hide(table, row);
      yield line({ table, row: shown });
      count += 1;
    }
  }
  yield line({ end: true, rows: count });

  async function openEntry({ sealed, ...row }: Row): Promise<Row> {
    const callId = String(row["call_id"]);
    const sequence = Number(row["sequence"]);
    const json = await openSecret(secrets, String(sealed), journalContext(callId, sequence));
    if (json === undefined) return { ...row, call_id: unescapeText(callId), entry: UNREADABLE };
    const encoded: unknown = JSON.parse(json);
    const entry = decodeJournalEntry(encoded, () => new Uint8Array());
    const { operation, outcome } = entry;
    if (outcome !== undefined) redactor.addOutcome(entry, outcome);
    const isSecret = findOperation(operation)?.isSecret === true && outcome?.ok === true;
    // The settings that it was begun with may have passwords that are no longer known.
    const { config: _config, ...open } = Object(encoded);
    const { config: _read, ...read } = entry;
    const shown = isSecret ? { ...read, outcome: { ...outcome, value: HIDDEN } } : open;
    return { ...row, call_id: unescapeText(callId), entry: redactor.redactValue(shown) };
  }
}

/** Reads the rows of an account in a table, batch by batch in the order of the primary key. */
async function* readRows(
  db: Kysely<Schema>,
  table: string,
  scope: AccountScope,
  key: readonly KeyColumn[],
): AsyncGenerator<Row, void, undefined> {
  const condition = ACCOUNT_TABLES[table]?.rows(scope) ?? sql`false`;
  const columns = sql.join(key.map(({ name }) => sql.ref(name)));
  const size = BATCH_OF[table] ?? BATCH;
  let after: readonly string[] | undefined;
  for (;;) {
    const last = after;
    const isLater =
      last === undefined
        ? sql`true`
        : sql`(${columns}) > (${sql.join(
            key.map(({ type }, index) => sql`${last[index]}::${sql.raw(type)}`),
          )})`;
    const { rows } = await sql<{ row: string; key: string[] }>`
      select row_to_json(t)::text as row,
        array[${sql.join(key.map(({ name }) => sql`${sql.ref(name)}::text`))}] as key
      from ${sql.table(table)} t where ${condition} and ${isLater}
      order by ${columns} limit ${size}`.execute(db);
    for (const { row } of rows) yield readRow(row);
    after = rows.at(-1)?.key;
    if (rows.length < size || after === undefined) return;
  }
}

function readRow(json: string): Row {
  return JSON.parse(json);
}

function hide(table: string, row: Row): Row {
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
