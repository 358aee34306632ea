import { sizeOf } from "../rules/size-of.ts";

/** Memory of a refused call's arguments, in bytes, up to which a journal keeps all of them. */
const KEPT_BYTES = 65_536;

/** Of a part of them beside its text, as `sizeOf` counts it. */
const SLOT_BYTES = 16;
const UTF16_BYTES = 2;

/** Stands for what is not kept. */
const CUT = "…";

/**
 * What a journal keeps of the arguments of a call that was refused: all of few, and of many what comes first. Nothing
 * is performed with them, and a plugin may have 4 MiB refused in each call, which would take longer to write than to
 * refuse. `…` stands for a text that is too long, and for the rest of a list or of an object.
 *
 * The same arguments are cut in the same way in each run. The length of a text is not kept: a record without secrets
 * has others in their place, and is to be repeated. No text is kept in part: the end of the part could have the
 * beginning of a secret, which is not found.
 *
 * Bytes are kept: they are written apart, in steps.
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

  /** Ends with any value: each level takes some of what is left. */
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
