/** Keeps code that was not submitted yet in this browser, so that a reload loses nothing. */
export interface Draft {
  /** The code that was kept, if it differs from what is stored. */
  read(stored: string): string | undefined;
  write(code: string): void;
  discard(): void;
}

/** Whose draft it is. */
export type DraftKey = number | "new" | `copy-${string}`;

/** Characters of a draft; a longer one could not be submitted. */
const LONGEST = 262_144;

/**
 * The draft of a plugin.
 *
 * @param of the plugin's id; of one that is not submitted yet `new`, or what it is a copy of
 */
export function draftOf(of: DraftKey): Draft {
  const key = `botwright.draft.${of}`;
  return {
    read(stored) {
      const kept = localStorage.getItem(key);
      return kept === null || kept === stored ? undefined : kept;
    },
    write(code) {
      if (code.length <= LONGEST) localStorage.setItem(key, code);
    },
    discard: () => localStorage.removeItem(key),
  };
}
