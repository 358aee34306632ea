import { findOperation } from "../calls/find-operation.ts";
import type { HostOperation } from "../calls/operations.ts";
import { validateJournalEntry } from "../generated/validators.ts";
import type { JournalEntry } from "../ports/journal.ts";
import { assertValid } from "../rules/validation/validation.ts";
import type { RecordedMediaType } from "./recorded/record.ts";

/** The key of an object that stands for a few bytes, in Base64. */
const BYTES = "$bytes";
/** The key of an object that refers to bytes outside of the entry: in the record's `media`, or in a table. */
export const MEDIA = "$media";
/** The key of an object that wraps (escapes) an object which has one of these keys itself. */
export const OBJECT = "$object";

/** Maximum length, in bytes, of non-media bytes inside of an entry; more would make a record hard to read. */
const MAX_INLINE = 256;

/** The media type of the bytes in an entry of this operation. */
export function mediumOf(operation: HostOperation): RecordedMediaType {
  return findOperation(operation)?.medium ?? "binary";
}

/**
 * Decodes the parsed JSON of `writeJournalEntry`, from a file or a database.
 *
 * @param read returns the bytes of a reference
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path
 */
export function decodeJournalEntry(
  value: unknown,
  read: (reference: unknown) => Uint8Array,
): JournalEntry {
  return assertValid("journal entry", validateJournalEntry(decodeBytes(value, read)));
}

/** Returns the object that stands for bytes inside of an entry; undefined for bytes that are stored outside of it. */
export function inlineBytes(bytes: Uint8Array, type: RecordedMediaType): object | undefined {
  if (type !== "binary" || bytes.length > MAX_INLINE) return undefined;
  return { [BYTES]: Buffer.from(bytes).toString("base64") };
}

/** Whether `decodeBytes` would take an object for one that stands for bytes. */
export function isMarked(object: object): boolean {
  return [BYTES, MEDIA, OBJECT].some((mark) => mark in object);
}

/** Replaces the objects that stand for bytes by the bytes. */
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
