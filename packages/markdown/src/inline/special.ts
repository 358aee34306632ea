/** Characters at which an inline construct may start or end, and NUL. */
const special = /[\0&*:<[\\\]_`~]/g;
const isSpecial = new Uint8Array(128);
for (const char of "\0&*:<[\\]_`~") isSpecial[char.charCodeAt(0)] = 1;
/**
 * A loop finds near matches faster than the pattern, which is faster beyond this distance: a call of the
 * pattern has a fixed cost, but then scans in native code.
 */
const NEAR = 16;

/** The position of the next special character from `from` on, or -1. */
export function nextSpecial(text: string, from: number): number {
  const near = Math.min(from + NEAR, text.length);
  for (let at = from; at < near; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128 && isSpecial[code] === 1) return at;
  }
  if (near === text.length) return -1;
  special.lastIndex = near;
  return special.test(text) ? special.lastIndex - 1 : -1;
}

/** Whether a text contains a character that may be an inline marker. */
export function hasMarker(text: string): boolean {
  return nextSpecial(text, 0) !== -1;
}
