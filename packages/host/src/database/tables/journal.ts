import type { Generated } from "kysely";
import type { CreatedAt } from "./created-at.ts";

/** A host call of a run, as sealed JSON. */
interface JournalEntryTable {
  call_id: string;
  sequence: number;
  sealed: string;
  written_at: CreatedAt;
}

/** The bytes of media to which journal entries refer. */
interface JournalMediaTable {
  sha256: string;
  bytes: Buffer;
  used_at: Generated<Date>;
}

/** A use: entries of a run refer to a medium. */
interface JournalMediaUseTable {
  call_id: string;
  sha256: string;
}

/** The result of a change of storage, by its effect key. */
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
