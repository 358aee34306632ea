import { foldText } from "@botwright/core";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import { type MessageItem, type MessageRow, readItems, readRuns, toItems } from "./message-rows.ts";
import { type MessageText, readTexts } from "./message-texts.ts";

/** Bytes of messages that a search for a text looks at: the database needs about a second for so much. */
const MAX_SEARCHED_BYTES = 33_554_432;

/** The search for what the database is not asked for. */
export interface MessageSearch {
  /** Reads what is needed to judge the rows. */
  look(rows: readonly MessageRow[]): Promise<void>;
  /** Whether a row that was looked at matches; `"left"`: the rows before it were all that one call may read. */
  judge(row: MessageRow): "matches" | "differs" | "left";
  /** The rows that matched, as lists have them. */
  read(rows: readonly MessageRow[]): Promise<MessageItem[]>;
}

/** What the database is not asked for: see `MessageFilter`. */
interface SearchedFilter {
  readonly text?: string | undefined;
  readonly plugin?: string | undefined;
}

/** Creates the search of one list. */
export function createMessageSearch(
  db: Kysely<Schema>,
  { text, plugin }: SearchedFilter,
): MessageSearch {
  const wanted = text === undefined || text === "" ? undefined : foldText(text);
  const texts = new Map<number, MessageText | undefined>();
  let bytesLeft = MAX_SEARCHED_BYTES;

  const isOfPlugin = (row: MessageRow): boolean =>
    plugin === undefined || readRuns(row).some((run) => run.plugin === plugin);

  return {
    async look(rows) {
      if (wanted === undefined) return;
      const ids = rows.filter(isOfPlugin).map(({ id }) => id);
      for (const [id, read] of await readTexts(db, ids, bytesLeft)) {
        texts.set(id, read);
        bytesLeft -= read?.bytes ?? 0;
      }
    },
    judge(row) {
      if (!isOfPlugin(row)) return "differs";
      if (wanted === undefined) return "matches";
      const read = texts.get(row.id);
      if (read === undefined) return texts.has(row.id) ? "left" : "differs";
      return foldText(read.text).includes(wanted) ? "matches" : "differs";
    },
    read: async (rows) => (wanted === undefined ? readItems(db, rows) : toItems(rows, texts)),
  };
}
