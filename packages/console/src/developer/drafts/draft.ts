import { type ChangedFields, parseFields } from "./draft-fields.ts";

/**
 * Stores what was not submitted yet in this browser, code and fields, so that a reload loses nothing. Each user
 * of the browser has separate drafts.
 */
export interface Draft {
  /** The stored code, if it differs from the submitted code. */
  read(stored: string): string | undefined;
  /** The SHA-256 of the submitted code from which the draft was started, if there was any. */
  readBase(): string | undefined;
  write(code: string, base: string | undefined): void;
  /** Removes the code; the fields stay. */
  discard(): void;
  /** The fields that the author has changed. */
  readFields(): ChangedFields;
  /** Replaces the stored fields; without any, nothing is stored. */
  writeFields(fields: ChangedFields): void;
}

/** The subject of a draft. */
export type DraftKey = number | "new" | `copy-${string}`;

/** The most characters of a draft; a longer one could not be submitted. */
const MAX_LENGTH = 262_144;

/**
 * The draft of a plugin.
 *
 * @param user the id of its author
 * @param of the plugin's id; for a new plugin `new`, or the key of the plugin that it copies
 */
export function draftOf(user: number, of: DraftKey): Draft {
  const key = `botwright.draft.${user}.${of}`;
  const baseKey = `${key}.base`;
  const fieldsKey = `${key}.fields`;
  return {
    read(stored) {
      const kept = localStorage.getItem(key);
      return kept === null || kept === stored ? undefined : kept;
    },
    readBase: () => localStorage.getItem(baseKey) ?? undefined,
    write(code, base) {
      if (code.length > MAX_LENGTH) return;
      localStorage.setItem(key, code);
      if (base === undefined) localStorage.removeItem(baseKey);
      else localStorage.setItem(baseKey, base);
    },
    discard() {
      localStorage.removeItem(key);
      localStorage.removeItem(baseKey);
    },
    readFields: () => parseFields(localStorage.getItem(fieldsKey)),
    writeFields(fields) {
      if (Object.keys(fields).length === 0) localStorage.removeItem(fieldsKey);
      else localStorage.setItem(fieldsKey, JSON.stringify(fields));
    },
  };
}
