import { invalidInput } from "@botwright/core";

const MOST_CREDITS = 1_000_000_000;

/**
 * Checks an amount of credits that a person has entered.
 *
 * @throws {InvalidInputError} `INVALID_INPUT`
 */
export function assertAmount(credits: number, least: number): void {
  if (Number.isSafeInteger(credits) && credits >= least && credits <= MOST_CREDITS) return;
  throw invalidInput(`credits must be a whole number from ${least} to ${MOST_CREDITS}`);
}
