import { BotwrightError, invalidInput, isBotwrightError } from "@botwright/core";
import type { SpendingLimit } from "./ports/ledger.ts";

/** @throws {InvalidInputError} `INVALID_INPUT` when the number is no amount of credits */
export function assertCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) throw invalidAmount();
}

/** Creates the error of an amount that a ledger cannot store. */
export function invalidAmount(): Error {
  return invalidInput("credits must be a whole number of at most 2^53 - 1, not negative");
}

/** Creates the error of a key under which nothing was reserved. */
export function unknownReservation(key: string): BotwrightError {
  return new BotwrightError(`there is no reservation ${key}: reserve before settling`, {
    code: "LEDGER_UNKNOWN_RESERVATION",
  });
}

/** Creates the error of a purchase for which the account has too few credits. */
export function tooFewCredits(): BotwrightError {
  return new BotwrightError("Not enough credits: top up, or use a free model.", {
    code: "INSUFFICIENT_CREDITS",
  });
}

/** Creates the error of a purchase that would exceed a limit of the account. */
export function limitReached({ pluginSlug, period, credits }: SpendingLimit): BotwrightError {
  const subject = pluginSlug === undefined ? "this account" : `the plugin ${pluginSlug}`;
  return new BotwrightError(
    `Not enough credits left for ${subject} under its limit of ${credits} a ${period}: raise the limit, or use a free model.`,
    { code: "SPENDING_LIMIT" },
  );
}

const REFUSALS: ReadonlySet<string> = new Set(["INSUFFICIENT_CREDITS", "SPENDING_LIMIT"]);

/** Whether the error means that a purchase was refused before anything was bought. */
export function isRefusedPurchase(thrown: unknown): thrown is BotwrightError {
  return isBotwrightError(thrown) && REFUSALS.has(thrown.code);
}

/** @throws {InvalidInputError} `INVALID_INPUT` when an amount is wrong, or a limit occurs twice */
export function assertLimits(limits: readonly SpendingLimit[]): void {
  for (const { credits } of limits) assertCredits(credits);
  const keys = limits.map(({ pluginSlug = "", period }) => `${period} ${pluginSlug}`);
  if (new Set(keys).size < keys.length) {
    throw invalidInput("a plugin has one limit for each period: remove the second one");
  }
}
