import type { Clock } from "@botwright/core";
import { type Frame, headerOf } from "./wire-frame.ts";

/** Puts the fragments of events together, in whatever order they come. */
export interface Fragments {
  /**
   * The whole payload once this frame completes it; `undefined` while fragments are missing.
   * @throws {RangeError} for a fragment that fits nowhere
   */
  add(frame: Frame): Uint8Array | undefined;
}

interface FragmentSet {
  readonly parts: (Uint8Array | undefined)[];
  missing: number;
  readonly since: number;
}

/** Sets that stay incomplete are dropped after so many milliseconds: the platform pushes them again. */
const KEEP_MS = 15_000;
/** Beyond any event, and what a faulty server may make the adapter hold. */
const MAX_PARTS = 1000;
const MAX_SETS = 1000;

/** Makes {@link Fragments} for one connection. */
export function createFragments(clock: Clock): Fragments {
  const sets = new Map<string, FragmentSet>();

  function sweep(): void {
    for (const [id, { since }] of sets) {
      if (clock.now() - since <= KEEP_MS && sets.size <= MAX_SETS) return;
      sets.delete(id);
    }
  }

  return {
    add(frame) {
      const sum = Number(headerOf(frame, "sum") || "1");
      const seq = Number(headerOf(frame, "seq") || "0");
      const id = headerOf(frame, "message_id");
      const isWhole = Number.isInteger(sum) && Number.isInteger(seq);
      if (!isWhole || sum < 1 || sum > MAX_PARTS || seq < 0 || seq >= sum) {
        throw new RangeError(`a fragment ${seq} of ${sum} cannot be`);
      }
      const payload = frame.payload ?? new Uint8Array();
      if (sum === 1) return payload;
      sweep();
      const set = sets.get(id) ?? {
        parts: Array.from<Uint8Array | undefined>({ length: sum }),
        missing: sum,
        since: clock.now(),
      };
      if (set.parts.length !== sum) throw new RangeError("fragments of one event differ in number");
      sets.set(id, set);
      if (set.parts[seq] === undefined) set.missing--;
      set.parts[seq] = payload;
      if (set.missing > 0) return undefined;
      sets.delete(id);
      return Buffer.concat(set.parts.filter((part) => part !== undefined));
    },
  };
}
