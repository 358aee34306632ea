import { invalidInput } from "@botwright/core";

const MAX_CREDITS = 1_000_000_000;

/**
 * Checks an amount of credits that a person has entered.
 *
 * @throws {InvalidInputError} `INVALID_INPUT`
 */
export function assertAmount(credits: number, least: number): void {
  if (Number.isSafeInteger(credits) && credits >= least && credits <= MAX_CREDITS) return;
  throw invalidInput(`credits must be a whole number from ${least} to ${MAX_CREDITS}`);
}
