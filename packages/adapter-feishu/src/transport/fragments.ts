import type { Clock } from "@botwright/core";
import { type Frame, headerOf } from "../wire/frame.ts";

/**
 * Joins the fragments of events.
 *
 * The platform splits a long event over several frames with the same `message_id`: `sum` is their
 * number, `seq` the index of each, from 0. They may come in any order and more than once. A cut may be
 * inside a UTF-8 character, so the bytes are joined before they are decoded.
 */
export interface Fragments {
  /**
   * Adds a frame; returns the payload of the event once it is complete, otherwise `undefined`.
   * @throws {RangeError} for a fragment whose numbers are invalid or differ from the other fragments of its event
   */
  add(frame: Frame): Uint8Array | undefined;
}

/** The fragments of one event that have arrived. */
interface FragmentSet {
  readonly parts: (Uint8Array | undefined)[];
  missing: number;
  bytes: number;
  /** When the first fragment arrived. */
  readonly since: number;
}

/**
 * Milliseconds after which an incomplete set is dropped. Its event is not acknowledged, so the platform pushes
 * all of it again.
 */
const KEEP_MS = 15_000;
/** Bounds for the memory that a faulty server can use. Real events have far fewer fragments. */
const MAX_PARTS = 1000;
const MAX_SETS = 1000;
/** The most bytes of all incomplete sets together, including their ids. */
const MAX_BYTES = 16 * 2 ** 20;
/** Bytes that a fragment counts in addition to its payload, for the object that holds it. */
const PART_BYTES = 256;

/** Makes the {@link Fragments} of one connection. */
export function createFragments(clock: Clock): Fragments {
  const sets = new Map<string, FragmentSet>();
  let bytes = 0;

  function drop(id: string): void {
    bytes -= sets.get(id)?.bytes ?? 0;
    sets.delete(id);
  }

  function count(set: FragmentSet, more: number): void {
    set.bytes += more;
    bytes += more;
  }

  function begin(id: string, sum: number): FragmentSet {
    const parts = Array.from<Uint8Array | undefined>({ length: sum });
    const set = { parts, missing: sum, bytes: 0, since: clock.now() };
    sets.set(id, set);
    count(set, id.length);
    return set;
  }

  /** Drops sets that are too old or too many, the oldest first (a `Map` keeps the order of insertion). */
  function sweep(): void {
    for (const [id, { since }] of sets) {
      const isNew = clock.now() - since <= KEEP_MS;
      if (isNew && sets.size <= MAX_SETS && bytes <= MAX_BYTES) return;
      drop(id);
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
      const set = sets.get(id) ?? begin(id, sum);
      if (set.parts.length !== sum) throw new RangeError("fragments of one event differ in number");
      const before = set.parts[seq];
      if (before === undefined) {
        set.missing--;
        count(set, PART_BYTES);
      }
      // Copies the payload, because it is a view of its frame, which may be far larger and would stay in memory.
      set.parts[seq] = new Uint8Array(payload);
      count(set, payload.length - (before?.length ?? 0));
      if (set.missing > 0) return undefined;
      drop(id);
      return Buffer.concat(set.parts.filter((part) => part !== undefined));
    },
  };
}
