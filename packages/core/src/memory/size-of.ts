/** What an object, a list or a key costs beside its contents: a rough figure for V8. */
const SLOT_BYTES = 16;
const UTF16_BYTES = 2;

/**
 * About how many bytes of memory a value of JSON and bytes holds, for stores that must not grow
 * without end. Texts count two bytes a unit; a view counts the whole buffer that it keeps alive. What
 * occurs twice counts once, so a value may be cyclic; depth makes no difference.
 */
export function sizeOf(value: unknown): number {
  const seen = new Set<object>();
  const open: unknown[] = [value];
  let bytes = 0;
  while (open.length > 0) {
    const next = open.pop();
    bytes += SLOT_BYTES;
    if (typeof next === "string") bytes += next.length * UTF16_BYTES;
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    if (ArrayBuffer.isView(next)) {
      if (!seen.has(next.buffer)) bytes += next.buffer.byteLength;
      seen.add(next.buffer);
    } else if (Array.isArray(next)) {
      for (const item of next) open.push(item);
    } else {
      for (const [key, member] of Object.entries(next)) {
        bytes += SLOT_BYTES + key.length * UTF16_BYTES;
        open.push(member);
      }
    }
  }
  return bytes;
}
