import { isRecord } from "./is-record.ts";
import { assertNames } from "./validation/assert-options.ts";
import { invalidInput } from "./validation/validation.ts";

/**
 * Adds the defaults to the given limits and checks them. A limit that is `undefined` gets its default, like a missing
 * one, because every comparison with `undefined` is false and would disable the check.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the limit
 */
export function readLimits<Limits extends object>(
  defaults: Limits,
  given: Partial<Limits> = {},
): Limits {
  if (!isRecord(given)) throw invalidInput("limits must be an object");
  assertNames("limits", given, Object.keys(defaults));
  const own = Object.entries(given).filter(([, value]) => value !== undefined);
  const limits: Limits = { ...defaults, ...Object.fromEntries(own) };
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value === "number" && value >= 0) continue;
    throw invalidInput(`limits.${name} must be a number from 0 on, not ${String(value)}`);
  }
  return limits;
}
