import { invalidInput } from "@botwright/core";

/**
 * Creates a function that returns the calendar day of a time, such as `2026-01-05`, in a time zone.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when the zone does not exist
 */
export function createDayOf(timeZone: string): (time: number) => string {
  // Without a formatter, because the first `Intl.DateTimeFormat` of a process takes 30 ms.
  if (timeZone === "UTC") return (time) => new Date(time).toISOString().slice(0, 10);
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    const format = new Intl.DateTimeFormat("en-CA", { timeZone, ...parts });
    return (time) => format.format(time);
  } catch {
    throw invalidInput(`timeZone must be a name such as UTC or Asia/Shanghai, not "${timeZone}"`);
  }
}
