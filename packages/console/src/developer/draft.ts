/**
 * Stores code that was not submitted yet in this browser, so that a reload loses nothing. Each user
 * of the browser has separate drafts.
 */
export interface Draft {
  /** The stored draft, if it differs from the submitted code. */
  read(stored: string): string | undefined;
  /** The SHA-256 of the submitted code from which the draft was started, if there was any. */
  readBase(): string | undefined;
  write(code: string, base: string | undefined): void;
  discard(): void;
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
