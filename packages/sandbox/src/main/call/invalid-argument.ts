import { InvalidInputError } from "@botwright/core";

/** Creates the error of an argument with a wrong type, which is sent to the guest. */
export function invalidArgument(path: string, expected: string): InvalidInputError {
  return new InvalidInputError(`${path} must be ${expected}`, { code: "INVALID_ARGUMENT" });
}
