import { createPace, decodeJournalEntry, findOperation, type Redactor } from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { unescapeText } from "../database/escape-text.ts";
import { findKeys } from "../database/find-keys.ts";
import type { Schema } from "../database/schema.ts";
import { journalContext } from "../stores/journal.ts";
import { openSecret } from "./account-redactor.ts";
import { ACCOUNT_TABLES, type AccountScope } from "./account-tables.ts";
import { readBase64 } from "./export-media.ts";
import { type ExportedRow, readRows } from "./export-rows.ts";

/** What an export reads with. */
export interface ExportOptions {
  readonly db: Kysely<Schema>;
  /** Opens the journals. */
  readonly secrets: Secrets;
  /** Knows the account's secrets, and learns those that plugins were given. */
  readonly redactor: Redactor;
  readonly now: Date;
}

/** What stands in the place of an entry whose key is lost. */
const UNREADABLE = "[sealed with a key that is lost]";

/** What stands in the place of a secret. */
const HIDDEN = "[hidden]";

/** Media in the place of their table: their bytes are read apart, because they can be 20 MiB each. */
const MEDIA = sql`(select sha256, used_at, octet_length(bytes) as bytes from journal_media)`;

/**
 * Reads all rows of an account as lines of JSON: `{ table, row }` each, between a line that names the
 * account and one with the number of rows, so that a broken download is recognised. Each batch is a
 * statement of its own: a client that reads slowly holds no transaction open. Bytes are base64.
 *
 * @returns texts that make the lines together; a long line comes in several
 */
export async function* exportAccount(
  scope: AccountScope,
  { db, secrets, redactor, now }: ExportOptions,
): AsyncGenerator<string, void, undefined> {
  const keys = await findKeys(db);
  const pace = createPace();
  yield line({ format: "botwright-account", version: 2, account: scope.userId, exported_at: now });
  let count = 0;
  for (const [table, { rows }] of Object.entries(ACCOUNT_TABLES)) {
    const from = table === "journal_media" ? MEDIA : sql.table(table);
    const key = keys.get(table) ?? [];
    for await (const json of readRows(db, { from, where: rows(scope), key })) {
      const row = readRow(json);
      if (table === "journal_media") yield* mediumLine(row);
      else
        yield line({
          table,
          row: table === "journal_entry" ? await openEntry(row) : hide(table, row),
        });
      count += 1;
      await pace(json.length);
    }
  }
  yield line({ end: true, rows: count });

  async function* mediumLine({ bytes, ...row }: ExportedRow): AsyncGenerator<string> {
    const text = line({ table: "journal_media", row: { ...row, bytes: "" } });
    const end = text.lastIndexOf('"');
    yield text.slice(0, end);
    yield* readBase64(db, { sha256: String(row["sha256"]), bytes: Number(bytes) });
    yield text.slice(end);
  }

  async function openEntry({ sealed, ...row }: ExportedRow): Promise<ExportedRow> {
    const callId = String(row["call_id"]);
    const sequence = Number(row["sequence"]);
    const json = await openSecret(secrets, String(sealed), journalContext(callId, sequence));
    if (json === undefined) return { ...row, call_id: unescapeText(callId), entry: UNREADABLE };
    // Each of these steps can take as long as a turn of the event loop may.
    await pace(json.length);
    const encoded: unknown = JSON.parse(json);
    await pace(json.length);
    const entry = decodeJournalEntry(encoded, () => new Uint8Array());
    const { operation, outcome } = entry;
    if (outcome !== undefined) redactor.addOutcome(entry, outcome);
    const isSecret = findOperation(operation)?.isSecret === true && outcome?.ok === true;
    // The settings that it was begun with may have passwords that are no longer known.
    const { config: _config, ...open } = Object(encoded);
    const { config: _read, ...read } = entry;
    const shown = isSecret ? { ...read, outcome: { ...outcome, value: HIDDEN } } : open;
    await pace(json.length);
    const redacted = redactor.redactValue(shown);
    await pace(json.length);
    return { ...row, call_id: unescapeText(callId), entry: redacted };
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
