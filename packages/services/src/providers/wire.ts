/** A member of an object from the wire; `undefined` for anything else. */
export function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** A text member. */
export function textMember(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === "string" ? found : undefined;
}

/** A list member. */
export function listMember(value: unknown, name: string): readonly unknown[] | undefined {
  const found = member(value, name);
  return Array.isArray(found) ? found : undefined;
}
