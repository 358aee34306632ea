import { invalidInput } from "./validation.ts";

/**
 * Checks a number that limits a count or a size.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option
 */
export function assertCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw invalidInput(`${name} must be a whole number above 0`);
}
