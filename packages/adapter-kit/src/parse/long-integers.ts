import { endOfString } from "@botwright/core/measure-json";

/** Digits of the smallest integer that a `number` cannot hold, 2^53. */
const LONG_DIGITS = 16;
const [QUOTE, PLUS, MINUS, POINT, ZERO, NINE, BIG_E, SMALL_E] = [34, 43, 45, 46, 48, 57, 69, 101];

/**
 * A JSON text whose integers that a `number` cannot hold are strings of their digits. Each character is read once,
 * and nothing recurses: a reviver of `JSON.parse` would exhaust the stack on deep nesting, and take several times
 * as long.
 *
 * @example
 * quoteLongIntegers('{"id":7312345678901234567}'); // {"id":"7312345678901234567"}
 */
export function quoteLongIntegers(json: string): string {
  // Most texts have no such integer, which shows much sooner.
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

/** Whether a `number` cannot hold this integer. One with zeros before it is no JSON, and stays so. */
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

/** The end of a number whose integer ends at `start`: behind its fraction and its exponent. */
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
 * Whether so many digits stand in a row somewhere. Such a row has one of every sixteenth character, so that
 * most are not read; a pattern would read each up to sixteen times, and take seconds for megabytes of digits.
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
