import type { Generated } from "kysely";
import type { CreatedAt } from "./created-at.ts";

/** A host call of a run, as sealed JSON. */
interface JournalEntryTable {
  call_id: string;
  sequence: number;
  sealed: string;
  written_at: CreatedAt;
}

/** Bytes that journal entries name. */
interface JournalMediaTable {
  sha256: string;
  bytes: Buffer;
  used_at: Generated<Date>;
}

/** The bytes that a run's entries name. */
interface JournalMediaUseTable {
  call_id: string;
  sha256: string;
}

/** The result of a change of storage, by the key of its effect. */
interface StorageEffectTable {
  key: string;
  status: string;
  made_at: CreatedAt;
}

/** The journals of runs. */
export interface JournalTables {
  journal_entry: JournalEntryTable;
  journal_media: JournalMediaTable;
  journal_media_use: JournalMediaUseTable;
  storage_effect: StorageEffectTable;
}
