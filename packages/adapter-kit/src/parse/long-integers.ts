import { endOfString } from "@botwright/core/measure-json";

/** The number of digits of 2^53, the smallest integer after which a `number` is not exact. */
const LONG_DIGITS = 16;
const [QUOTE, PLUS, MINUS, POINT, ZERO, NINE, BIG_E, SMALL_E] = [34, 43, 45, 46, 48, 57, 69, 101];

/**
 * Rewrites a JSON text so that each integer that a `number` cannot hold exactly becomes a string. Each character is
 * read once, and nothing recurses: a reviver of `JSON.parse` would overflow the stack on deep nesting, and take several
 * times as long.
 *
 * @example
 * quoteLongIntegers('{"id":7312345678901234567}'); // {"id":"7312345678901234567"}
 */
export function quoteLongIntegers(json: string): string {
  // A faster check, because most texts have no such integer.
  if (!hasLongNumber(json)) return json;
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(json, at);
    else if (isDigit(unit) || unit === MINUS) {
      const behindDigits = endOfDigits(json, at + 1);
      const end = endOfNumber(json, behindDigits);
      if (end === behindDigits && isUnsafe(json, at, end)) {
        kept.push(json.slice(from, at), `"${json.slice(at, end)}"`);
        from = end;
      }
      at = end - 1;
    }
  }
  return kept.join("") + json.slice(from);
}

/** Whether a `number` cannot hold this integer. An integer with leading zeros is invalid JSON, and stays so. */
function isUnsafe(json: string, start: number, end: number): boolean {
  const first = json.charCodeAt(start) === MINUS ? start + 1 : start;
  const digits = end - first;
  if (digits < LONG_DIGITS || json.charCodeAt(first) === ZERO) return false;
  return digits > LONG_DIGITS || !Number.isSafeInteger(Number(json.slice(start, end)));
}

function endOfDigits(json: string, start: number): number {
  let end = start;
  while (isDigit(json.charCodeAt(end))) end++;
  return end;
}

/** The end of a number whose integer part ends at `start`: after its fraction and its exponent. */
function endOfNumber(json: string, start: number): number {
  let end = start;
  while (isOfNumber(json.charCodeAt(end))) end++;
  return end;
}

function isOfNumber(unit: number): boolean {
  return (
    isDigit(unit) ||
    unit === POINT ||
    unit === SMALL_E ||
    unit === BIG_E ||
    unit === PLUS ||
    unit === MINUS
  );
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}

/**
 * Whether the text has a run of at least 16 digits. Such a run covers one of every sixteenth character, so only those
 * are tested; a regular expression would read each character up to sixteen times, and take seconds for megabytes
 * of digits.
 */
function hasLongNumber(text: string): boolean {
  const isDigitAt = (at: number): boolean => isDigit(text.charCodeAt(at));
  for (let at = LONG_DIGITS - 1; at < text.length; at += LONG_DIGITS) {
    if (!isDigitAt(at)) continue;
    let start = at;
    while (isDigitAt(start - 1)) start--;
    let end = at + 1;
    while (end - start < LONG_DIGITS && isDigitAt(end)) end++;
    if (end - start >= LONG_DIGITS) return true;
  }
  return false;
}
