/**
 * Whether a value is an object with named members: no list and no function.
 *
 * @example
 * isRecord({ from: "ada" }); // true
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
