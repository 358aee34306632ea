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

/** Entries of journals for an export. */
export interface EntryExport {
  /** Learns the secrets in an entry. */
  learn(row: ExportedRow): Promise<void>;
  /** The row as it is exported: opened, without secrets. */
  show(row: ExportedRow): Promise<ExportedRow>;
}

/** What stands in the place of an entry whose key is lost. */
const UNREADABLE = "[sealed with a key that is lost]";

/** What stands in the place of a secret. */
export const HIDDEN = "[hidden]";

/** The names of host calls whose answers are secret. */
const SECRET_ANSWERS = Object.keys(OPERATIONS).filter(isSecretAnswer);

/** Makes an {@link EntryExport}. */
export function createEntryExport(options: EntryExportOptions): EntryExport {
  const { secrets, redactor, learn, pace } = options;

  /** Each of these steps can take as long as a turn of the event loop may. */
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
      // Settings are in the first entry of a run only. Most entries have nothing to learn, and need not be parsed.
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
      // It may have been written since all entries were learnt.
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

/** An entry without settings, whose passwords need not be long enough to be found, and without a secret answer. */
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
