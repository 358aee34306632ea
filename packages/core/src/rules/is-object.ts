/** Whether a value has members: an object, a list, but no function. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
