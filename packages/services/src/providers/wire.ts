/** Reads a member of a JSON object; `undefined` for any other value. */
export function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Reads a string member. */
export function textMember(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === "string" ? found : undefined;
}

/** Reads a list member. */
export function listMember(value: unknown, name: string): readonly unknown[] | undefined {
  const found = member(value, name);
  return Array.isArray(found) ? found : undefined;
}
