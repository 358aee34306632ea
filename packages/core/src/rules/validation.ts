import { InvalidInputError } from "../types/errors.ts";

/** A wrong value at one path. */
export interface ValidationIssue {
  /** For example `$input.file.len`. */
  path: string;
  expected: string;
  value: unknown;
}

/** The result of a validator: the typed value, or all wrong paths. */
export type Validation<T> =
  | { success: true; data: T }
  | { success: false; data: unknown; errors: ValidationIssue[] };

/** The first wrong path of a value, as an {@link Assertion} reports it. */
export interface AssertionIssue {
  /** For example `$input.file.len`. */
  path?: string | undefined;
  expected: string;
}

/**
 * A check that stops at the first wrong path: a valid value costs one pass without allocation, an invalid
 * one two passes and one error.
 */
export type Assertion<T> = (input: unknown, createError: (issue: AssertionIssue) => Error) => T;

/**
 * Returns the typed value, or throws naming the first wrong path.
 *
 * @throws {InvalidInputError} `INVALID_INPUT`
 */
export function assertValid<T>(subject: string, validation: Validation<T>): T {
  if (validation.success) return validation.data;
  const [first = { expected: "valid" }] = validation.errors;
  const more = validation.errors.length > 1 ? ` (and ${validation.errors.length - 1} more)` : "";
  throw invalidInput(`${describeIssue(subject, first)}${more}`);
}

/**
 * Returns the typed value, or throws naming the first wrong path. For untrusted values: the work is linear
 * in the value's size, however much of it is wrong.
 *
 * @throws {InvalidInputError} with the given code
 */
export function assertType<T>(
  subject: string,
  assertion: Assertion<T>,
  value: unknown,
  code = "INVALID_INPUT",
): T {
  const refuse = (message: string, cause?: unknown): InvalidInputError =>
    new InvalidInputError(message, { code, cause });
  try {
    return assertion(value, (issue) => refuse(describeIssue(subject, issue)));
  } catch (thrown) {
    // The generated checks recurse, and the value may be cyclic.
    if (!(thrown instanceof RangeError)) throw thrown;
    throw refuse(`${subject} must not be nested so deeply`, thrown);
  }
}

/** Creates the error of an invalid value, for checks outside of the generated validators. */
export function invalidInput(message: string): InvalidInputError {
  return new InvalidInputError(message, { code: "INVALID_INPUT" });
}

/** Characters of a path or a type that an error shows; the sender chooses the keys. */
const SHOWN = 200;

function describeIssue(subject: string, { path = "$input", expected }: AssertionIssue): string {
  const place = path.startsWith("$input") ? subject + path.slice("$input".length) : path;
  return `${preview(place)} must be ${preview(inWords(expected))}`;
}

/** Replaces internal type names by words that authors know. */
function inWords(expected: string): string {
  return expected.replaceAll("__type", "object").replaceAll("ReadonlyArray<JsonValue>", "array");
}

/** Shortens a text and escapes characters that move or hide others. */
function preview(text: string): string {
  const whole = text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`;
  return whole.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}
