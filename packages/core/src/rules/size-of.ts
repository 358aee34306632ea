/** Bytes of an object, a list or a key in addition to its contents: a rough figure for V8. */
const SLOT_BYTES = 16;
const UTF16_BYTES = 2;
/** Additional bytes of an object with keys that no other object has: V8 stores a description of its shape. */
const SHAPE_BYTES = 128;

/**
 * Estimates the memory of a value of JSON and bytes, for stores with a bound. Texts count two bytes per
 * UTF-16 unit; a view counts its whole buffer. A value that occurs twice counts once, so cycles are
 * allowed, and the function does not recurse.
 *
 * @param most when the sum exceeds it, the function stops and returns the sum so far. @default everything is counted
 */
export function sizeOf(value: unknown, most: number = Infinity): number {
  const seen = new Set<object>();
  const open: object[] = [];
  let bytes = 0;
  function add(part: unknown): void {
    bytes += SLOT_BYTES;
    if (typeof part === "string") bytes += part.length * UTF16_BYTES;
    else if (typeof part === "object" && part !== null) open.push(part);
  }
  add(value);
  for (let next = open.pop(); next !== undefined && bytes <= most; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    // A view of one byte prevents its whole buffer from being freed.
    if (ArrayBuffer.isView(next)) {
      if (!seen.has(next.buffer)) bytes += next.buffer.byteLength;
      seen.add(next.buffer);
    } else if (Array.isArray(next)) {
      for (const item of next) {
        add(item);
        if (bytes > most) break;
      }
    } else {
      bytes += SHAPE_BYTES;
      for (const key of Object.keys(next)) {
        bytes += SLOT_BYTES + key.length * UTF16_BYTES;
        add(Reflect.get(next, key));
        if (bytes > most) break;
      }
    }
  }
  return bytes;
}
