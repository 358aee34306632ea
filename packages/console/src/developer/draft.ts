/**
 * Keeps code that was not submitted yet in this browser, so that a reload loses nothing. Others who log in
 * with the browser have drafts of their own.
 */
export interface Draft {
  /** The code that was kept, if it differs from what is stored. */
  read(stored: string): string | undefined;
  write(code: string): void;
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
  return {
    read(stored) {
      const kept = localStorage.getItem(key);
      return kept === null || kept === stored ? undefined : kept;
    },
    write(code) {
      if (code.length <= MAX_LENGTH) localStorage.setItem(key, code);
    },
    discard: () => localStorage.removeItem(key),
  };
}
