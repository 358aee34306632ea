/** Makes another text of one. In `isBytes` each character is a byte, and so is each of the result. */
export type MapText = (text: string, isBytes: boolean) => string;

/** Makes another value of a number. */
export type MapNumber = (value: number) => unknown;

/**
 * A copy of a value as journals hold it, with other texts in it: in arrays, in objects and their keys,
 * and in bytes. Bytes whose text stays the same are not copied.
 */
export function mapTexts<Value>(value: Value, map: MapText): Value {
  const mapped: unknown = mapValue(value, map, (number) => number);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same shape, with other texts
  return mapped as Value;
}

/** The same with other numbers too, which may change the type of the value. */
export function mapValue(value: unknown, map: MapText, mapNumber: MapNumber): unknown {
  const mapMember = (member: unknown): unknown => mapValue(member, map, mapNumber);
  if (typeof value === "string") return map(value, false);
  if (typeof value === "number") return mapNumber(value);
  if (Array.isArray(value)) return value.map(mapMember);
  if (value instanceof Uint8Array) return mapBytes(value, map);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [map(key, false), mapMember(member)]),
  );
}

function mapBytes(bytes: Uint8Array, map: MapText): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const mapped = map(text, true);
  return mapped === text ? bytes : new Uint8Array(Buffer.from(mapped, "latin1"));
}
