/**
 * Keeps code that was not submitted yet in this browser, so that a reload loses nothing. Others who log in
 * with the browser have drafts of their own.
 */
export interface Draft {
  /** The code that was kept, if it differs from what is stored. */
  read(stored: string): string | undefined;
  /** The SHA-256 of the code that it was begun from, where that was submitted. */
  readBase(): string | undefined;
  write(code: string, base: string | undefined): void;
  discard(): void;
}

/** What it is a draft of. */
export type DraftKey = number | "new" | `copy-${string}`;

/** Characters of a draft; a longer one could not be submitted. */
const MAX_LENGTH = 262_144;

/**
 * The draft of a plugin.
 *
 * @param user the id of its author
 * @param of the plugin's id; of one that is not submitted yet `new`, or what it is a copy of
 */
export function draftOf(user: number, of: DraftKey): Draft {
  const key = `botwright.draft.${user}.${of}`;
  const baseKey = `${key}.base`;
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
  };
}
