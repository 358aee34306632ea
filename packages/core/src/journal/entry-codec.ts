import { findOperation } from "../calls/find-operation.ts";
import type { HostOperation } from "../calls/operations.ts";
import { validateJournalEntry } from "../generated/validators.ts";
import type { JournalEntry } from "../ports/journal.ts";
import { assertValid } from "../rules/validation/validation.ts";
import type { RecordedMediaType } from "./recorded/record.ts";
import type { MediaWriter } from "./recorded/record-media.ts";

/** Marks few bytes in JSON, in Base64. */
const BYTES = "$bytes";
/** Marks bytes that stand beside the entry: in the record's `media`, or in a table. */
export const MEDIA = "$media";
/** Marks an object that has one of these keys itself. */
export const OBJECT = "$object";

/** Bytes that are no medium stand inside of the entry up to this length; more would make a record hard to read. */
const MAX_INLINE = 256;

/**
 * Makes an entry a value of JSON. Bytes of a medium, and more than a few other bytes, are given to `put` and
 * named by what it returns.
 */
export function encodeJournalEntry(entry: JournalEntry, put: MediaWriter["put"]): unknown {
  return encodeBytes(entry, put, mediumOf(entry.operation));
}

/** What the bytes in an entry of this operation are. */
export function mediumOf(operation: HostOperation): RecordedMediaType {
  return findOperation(operation)?.medium ?? "binary";
}

/**
 * Reads what `encodeJournalEntry` or `writeJournalEntry` has made, from a file or a database.
 *
 * @param read gives the bytes of a reference
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path
 */
export function decodeJournalEntry(
  value: unknown,
  read: (reference: unknown) => Uint8Array,
): JournalEntry {
  return assertValid("journal entry", validateJournalEntry(decodeBytes(value, read)));
}

/** Replaces the bytes in a value by what stands for them in JSON. */
export function encodeBytes(
  value: unknown,
  put: MediaWriter["put"],
  type: RecordedMediaType,
): unknown {
  if (value instanceof Uint8Array) {
    return inlineBytes(value, type) ?? { [MEDIA]: put(value, type) };
  }
  if (Array.isArray(value)) return value.map((member: unknown) => encodeBytes(member, put, type));
  if (typeof value !== "object" || value === null) return value;
  const object = mapValues(value, (member) => encodeBytes(member, put, type));
  return isMarked(object) ? { [OBJECT]: object } : object;
}

/** Stands for bytes that are inside of an entry; undefined for those that are beside it. */
export function inlineBytes(bytes: Uint8Array, type: RecordedMediaType): object | undefined {
  if (type !== "binary" || bytes.length > MAX_INLINE) return undefined;
  return { [BYTES]: Buffer.from(bytes).toString("base64") };
}

/** Whether an object would be read as what stands for bytes. */
export function isMarked(object: object): boolean {
  return [BYTES, MEDIA, OBJECT].some((mark) => mark in object);
}

/** Puts the bytes back that {@link encodeBytes} has replaced. */
export function decodeBytes(value: unknown, read: (reference: unknown) => Uint8Array): unknown {
  if (Array.isArray(value)) return value.map((member: unknown) => decodeBytes(member, read));
  if (typeof value !== "object" || value === null) return value;
  if (MEDIA in value) return read(value[MEDIA]);
  if (BYTES in value && typeof value[BYTES] === "string") {
    return new Uint8Array(Buffer.from(value[BYTES], "base64"));
  }
  const marked = OBJECT in value ? value[OBJECT] : undefined;
  const object = typeof marked === "object" && marked !== null ? marked : value;
  return mapValues(object, (member) => decodeBytes(member, read));
}

function mapValues(object: object, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
