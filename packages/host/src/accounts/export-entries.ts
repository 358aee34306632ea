import {
  decodeJournalEntry,
  findOperation,
  type JournalEntry,
  OPERATIONS,
  type Redactor,
} from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { unescapeText } from "../database/escape-text.ts";
import { openSecret } from "../secrets/open-secret.ts";
import { journalContext } from "../stores/journal.ts";
import type { ExportedRow } from "./export-rows.ts";
import type { LearnSecrets } from "./learn-secrets.ts";

/** What {@link createEntryExport} works with. */
export interface EntryExportOptions {
  /** Opens the entries. */
  readonly secrets: Secrets;
  readonly redactor: Redactor;
  /** Adds the secrets of an entry to the redactor. */
  readonly learn: LearnSecrets;
  /** Lets other requests have a turn. */
  readonly pace: (bytes: number) => Promise<void>;
}

/** Prepares entries of journals for an export. */
export interface EntryExport {
  /** Adds the secrets in an entry to the redactor. */
  learn(row: ExportedRow): Promise<void>;
  /** Returns the row in the form of the export: unsealed, without secrets. */
  show(row: ExportedRow): Promise<ExportedRow>;
}

/** Replaces an entry whose key is lost. */
const UNREADABLE = "[sealed with a key that is lost]";

/** Replaces a secret. */
export const HIDDEN = "[hidden]";

/** The names of host calls whose answers are secret as a whole. */
const SECRET_ANSWERS = Object.keys(OPERATIONS).filter(isSecretAnswer);

/** Makes an {@link EntryExport}. */
export function createEntryExport(options: EntryExportOptions): EntryExport {
  const { secrets, redactor, learn, pace } = options;

  /** Parses and decodes an entry. Either step can take as long as a turn of the event loop may. */
  async function parse(json: string): Promise<{ encoded: unknown; entry: JournalEntry }> {
    await pace(json.length);
    const encoded: unknown = JSON.parse(json);
    await pace(json.length);
    return { encoded, entry: decodeJournalEntry(encoded, () => new Uint8Array()) };
  }

  return {
    async learn(row) {
      const json = await open(row, secrets);
      if (json === undefined) return;
      // Only the first entry of a run has settings. Most entries have no secrets to learn and need not be parsed.
      const isFirst = row["sequence"] === 0;
      if (isFirst || SECRET_ANSWERS.some((name) => json.includes(name))) {
        const { entry } = await parse(json);
        await learn(entry);
      }
      await pace(json.length);
    },
    async show(row) {
      const { sealed: _sealed, ...shown } = row;
      const named = { ...shown, call_id: unescapeText(String(row["call_id"])) };
      const json = await open(row, secrets);
      if (json === undefined) return { ...named, entry: UNREADABLE };
      const { encoded, entry } = await parse(json);
      // The entry may have been written after the first pass.
      await learn(entry);
      await pace(json.length);
      const redacted = await redactor.redactValueInSteps(withoutSecrets(encoded, entry));
      await pace(json.length);
      return { ...named, entry: redacted };
    },
  };
}

function open(row: ExportedRow, secrets: Secrets): Promise<string | undefined> {
  const context = journalContext(String(row["call_id"]), Number(row["sequence"]));
  return openSecret(secrets, String(row["sealed"]), context);
}

/** An entry without its settings (a password may be too short for the redactor to find) and without a secret answer. */
function withoutSecrets(encoded: unknown, entry: JournalEntry): object {
  const { operation, outcome } = entry;
  const { config: _config, ...shown } = Object(encoded);
  if (!isSecretAnswer(operation) || outcome?.ok !== true) return shown;
  const { config: _read, ...read } = entry;
  return { ...read, outcome: { ...outcome, value: HIDDEN } };
}

function isSecretAnswer(operation: string): boolean {
  return findOperation(operation)?.isSecret === true;
}
