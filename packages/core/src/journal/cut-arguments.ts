import { sizeOf } from "../rules/size-of.ts";

/** Maximum memory, in bytes, of a refused call's arguments that a journal keeps in full. */
const KEPT_BYTES = 65_536;

/** Memory of one value without its text, in bytes, as `sizeOf` counts it. */
const SLOT_BYTES = 16;
const UTF16_BYTES = 2;

/** Replaces a part that is not kept. */
const CUT = "…";

/**
 * Returns the part of a refused call's arguments that a journal keeps: all of them up to 64 KiB, otherwise the first
 * 64 KiB. No call is performed with them, and a plugin may have arguments of 4 MiB refused in each call, which would
 * take longer to write than to refuse. `…` replaces a text that is too long, and the rest of a list or an object.
 *
 * The same arguments are cut in the same way in each run, so that a replay can compare them. The length of a cut text
 * is not kept, because a record replaces secrets by texts of other lengths and must still be repeatable. A text is
 * kept whole or not at all, because half a secret at the end of a cut text would not be recognized and redacted.
 *
 * Bytes are kept: they are written separately, in steps.
 *
 * @example
 * cutArguments(["1001", "x".repeat(1_000_000)]); // ["1001", "…"]
 */
export function cutArguments(args: readonly unknown[]): readonly unknown[] {
  if (sizeOf(args, KEPT_BYTES) <= KEPT_BYTES) return args;
  let left = KEPT_BYTES;

  function cutText(text: string): string {
    const bytes = text.length * UTF16_BYTES;
    if (bytes > left) return CUT;
    left -= bytes;
    return text;
  }

  /** Terminates for any value, also for a cycle, because each level takes some of `left`. */
  function cut(value: unknown): unknown {
    left -= SLOT_BYTES;
    if (typeof value === "string") return cutText(value);
    if (value instanceof Uint8Array) return value;
    if (Array.isArray(value)) return cutItems(value);
    return typeof value === "object" && value !== null ? cutMembers(value) : value;
  }

  function cutItems(items: readonly unknown[]): unknown[] {
    const kept: unknown[] = [];
    for (const item of items) {
      if (left <= 0) return [...kept, CUT];
      kept.push(cut(item));
    }
    return kept;
  }

  function cutMembers(object: object): object {
    const kept: [string, unknown][] = [];
    for (const key of Object.keys(object)) {
      if (left <= 0 || cutText(key) !== key) return Object.fromEntries([...kept, [CUT, CUT]]);
      kept.push([key, cut(Reflect.get(object, key))]);
    }
    return Object.fromEntries(kept);
  }

  return cutItems(args);
}
