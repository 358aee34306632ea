import { InvalidInputError } from "./errors.ts";

/** One wrong place of a value. */
export interface ValidationIssue {
  /** For example `$input.file.len`. */
  path: string;
  expected: string;
  value: unknown;
}

/** What a validator answers: the typed value, or every wrong place. */
export type Validation<T> =
  | { success: true; data: T }
  | { success: false; data: unknown; errors: ValidationIssue[] };

/**
 * Returns the typed value, or throws naming the first wrong path.
 *
 * @throws {InvalidInputError} `INVALID_INPUT`
 */
export function requireValid<T>(subject: string, validation: Validation<T>): T {
  if (validation.success) return validation.data;
  const [first] = validation.errors;
  const path = (first?.path ?? "$input").replace("$input", subject);
  const more = validation.errors.length > 1 ? ` (and ${validation.errors.length - 1} more)` : "";
  throw new InvalidInputError(`${path} must be ${first?.expected ?? "valid"}${more}`, {
    code: "INVALID_INPUT",
  });
}

/** The error of a wrong value, for checks that no generated validator makes. */
export function invalidInput(message: string): InvalidInputError {
  return new InvalidInputError(message, { code: "INVALID_INPUT" });
}
