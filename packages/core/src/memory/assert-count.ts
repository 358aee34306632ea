import { invalidInput } from "../rules/validation/validation.ts";

/**
 * Checks a bound of a store.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option
 */
export function assertCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw invalidInput(`${name} must be a whole number above 0`);
}
