import { InvalidInputError } from "@botwright/core";

/** The error of an argument of the wrong type, which the guest is told. */
export function invalidArgument(path: string, expected: string): InvalidInputError {
  return new InvalidInputError(`${path} must be ${expected}`, { code: "INVALID_ARGUMENT" });
}
