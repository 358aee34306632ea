import { InvalidInputError } from "../../types/errors.ts";

/** A price or multiplier: a non-negative number or decimal string. */
export type Decimal = number | string;

/** The exact value `units / 10 ** scale`. */
export interface ExactDecimal {
  readonly units: bigint;
  readonly scale: number;
}

const PATTERN = /^(?<whole>\d+)(?:\.(?<fraction>\d*))?(?:e(?<exponent>[+-]?\d{1,3}))?$/i;

/**
 * Parses a decimal without rounding. A number has the value that it prints as: `0.07` is 7/100.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` for negative, infinite and non-numeric values.
 */
export function parseDecimal(name: string, value: Decimal): ExactDecimal {
  const text = typeof value === "number" ? String(value) : value;
  const groups = typeof text === "string" ? PATTERN.exec(text.trim())?.groups : undefined;
  if (groups === undefined) throw notDecimal(name);
  const fraction = groups["fraction"] ?? "";
  const scale = fraction.length - Number(groups["exponent"] ?? 0);
  const digits = BigInt(`${groups["whole"] ?? "0"}${fraction}`);
  return scale >= 0
    ? { units: digits, scale }
    : { units: digits * 10n ** BigInt(-scale), scale: 0 };
}

/**
 * Checks a count: a non-negative safe integer.
 *
 * @throws {InvalidInputError} `INVALID_INPUT`
 */
export function parseCount(name: string, value: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new InvalidInputError(`${name} must be an integer, 0 or more`, { code: "INVALID_INPUT" });
  }
  return BigInt(value);
}

function notDecimal(name: string): InvalidInputError {
  return new InvalidInputError(
    `${name} must be a number or decimal string, 0 or more, such as 0.07 or "0.07"`,
    { code: "INVALID_INPUT" },
  );
}
