import { type Decimal, invalidInput } from "@botwright/core";

/** A word without white space, control characters and other invisible characters. */
const WORD = /^[^\s\p{C}]+$/u;
/** One line that has more than white space. */
const LINE = /^(?!\s*$)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u;
const DECIMAL = /^(?:0|[1-9]\d{0,6})(?:\.\d{1,12})?$/;

/** The most characters of a name that programs use. */
const MAX_WORD = 128;
/** The most characters of a name that people read. */
export const MAX_LINE = 100;

/**
 * Checks a name that programs use.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field
 */
export function checkWord(field: string, value: string): string {
  if (WORD.test(value) && value.length <= MAX_WORD) return value;
  throw invalidInput(`${field} must be 1 to ${MAX_WORD} characters without white space`);
}

/**
 * Checks a name that people read.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field
 */
export function checkLine(field: string, value: string): string {
  const line = value.trim();
  if (LINE.test(line) && line.length <= MAX_LINE) return line;
  throw invalidInput(`${field} must be one line of 1 to ${MAX_LINE} characters`);
}

/**
 * Checks a price or a multiplier, and returns it as it was written, without rounding.
 *
 * @param most the largest value
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field
 * @example
 * checkDecimal("input_price", "0.07", 1_000_000); // "0.07"
 */
export function checkDecimal(field: string, value: Decimal, most: number): string {
  const text = String(value).trim();
  if (DECIMAL.test(text) && Number(text) <= most) return text;
  throw invalidInput(
    `${field} must be a decimal from 0 to ${most} with at most 12 decimal places, such as "0.07"`,
  );
}

/**
 * Checks a whole number.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field
 */
export function checkCount(field: string, value: number, most: number): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= most) return value;
  throw invalidInput(`${field} must be a whole number from 0 to ${most}`);
}
