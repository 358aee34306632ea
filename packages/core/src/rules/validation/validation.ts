import { InvalidInputError } from "../../types/errors.ts";
import { typeInWords } from "./type-in-words.ts";
import { preview } from "./value-in-words.ts";

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
  value?: unknown;
}

/**
 * A check that stops at the first wrong path. A valid value costs one pass without allocation, an invalid value two
 * passes and one error.
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
  return runAssertion(subject, assertion, value, {
    describe: (issue) => describeIssue(subject, issue),
    refuse: (message, cause) => new InvalidInputError(message, { code, cause }),
  });
}

/** How the caller words an error and creates it. */
export interface Refusal {
  readonly describe: (issue: AssertionIssue) => string;
  readonly refuse: (message: string, cause?: unknown) => Error;
}

/** Like {@link assertType}, with the caller's own words and error. */
export function runAssertion<T>(
  subject: string,
  assertion: Assertion<T>,
  value: unknown,
  { describe, refuse }: Refusal,
): T {
  try {
    return assertion(value, (issue) => refuse(describe(issue)));
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

function describeIssue(subject: string, { path = "$input", expected }: AssertionIssue): string {
  const place = path.startsWith("$input") ? subject + path.slice("$input".length) : path;
  // The validator has found a field that the type does not have.
  if (expected === "undefined") return `${preview(place)} is not known: there is no such field`;
  return `${preview(place)} must be ${preview(typeInWords(expected))}`;
}
