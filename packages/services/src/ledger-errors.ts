import { BotwrightError, invalidInput } from "@botwright/core";

/** @throws {InvalidInputError} `INVALID_INPUT` when it is no amount of credits */
export function assertCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) throw wrongAmount();
}

/** The error of an amount that a ledger cannot keep. */
export function wrongAmount(): Error {
  return invalidInput("credits must be a whole number of at most 2^53 - 1, not negative");
}

/** The error of a key under which nothing was reserved. */
export function unknownReservation(key: string): BotwrightError {
  return new BotwrightError(`there is no reservation ${key}: reserve before settling`, {
    code: "LEDGER_UNKNOWN_RESERVATION",
  });
}
