import type { JsonValue, RunInTurn } from "../../ports/storage.ts";
import { InvalidInputError, isBotwrightError, QuotaError } from "../../types/errors.ts";
import { textPieces } from "../content/text-pieces.ts";
import { LIMITS } from "../limits.ts";
import { STORAGE_INVALID_VALUE, toStorableJson } from "./storable.ts";
import { preview } from "../validation/value-in-words.ts";

/** Limits of plugin storage, in UTF-8 bytes and UTF-16 units. */
export interface StorageLimits {
  /** All plugins of one account together: keys, values, and 64 bytes for each entry. */
  readonly userBytes: number;
  readonly valueBytes: number;
  readonly keyCharacters: number;
}

/** A value in the form in which stores keep it. */
export interface StoredValue {
  /** JSON text, so that a store never returns the caller's own object. */
  readonly json: string;
  /** Bytes that count against the account's quota: see {@link entryBytes}. */
  readonly bytes: number;
}

/**
 * Refuses an empty or too long key.
 *
 * @throws {InvalidInputError} `STORAGE_INVALID_KEY`
 */
export function assertStorageKey(key: string, limits: StorageLimits): void {
  if (typeof key === "string" && key.length >= 1 && key.length <= limits.keyCharacters) return;
  throw new InvalidInputError(
    `a storage key is a text of 1 to ${limits.keyCharacters} characters`,
    {
      code: "STORAGE_INVALID_KEY",
    },
  );
}

/**
 * Serializes a value and measures it. A string counts the UTF-8 bytes of its text, any other value those of
 * its JSON.
 *
 * @throws {InvalidInputError} `STORAGE_INVALID_KEY`, or `STORAGE_INVALID_VALUE` for values without JSON:
 * `undefined`, functions, symbols, BigInts, `NaN`, infinities and cycles
 * @throws {QuotaError} `STORAGE_VALUE_TOO_LARGE`
 * @example
 * encodeStoredValue("name", "你好", LIMITS.storage); // { json: '"你好"', bytes: 74 }
 */
export function encodeStoredValue(
  key: string,
  value: JsonValue,
  limits: StorageLimits,
): StoredValue {
  assertStorageKey(key, limits);
  // A text is measured first: its JSON may be six times as long.
  const textBytes = typeof value === "string" ? assertSize(value, limits) : undefined;
  const json = knownJson(value) ?? toJson(value);
  const valueBytes = textBytes ?? assertSize(json, limits);
  return { json, bytes: entryBytes(key, valueBytes) };
}

/**
 * Like {@link encodeStoredValue}, for a long text, in steps. Steps are needed because 1 MiB of control characters
 * becomes 6 MiB of JSON, for which V8 enlarges its buffer again and again.
 */
export async function encodeStoredText(
  key: string,
  text: string,
  limits: StorageLimits,
  inTurn: RunInTurn,
): Promise<StoredValue> {
  assertStorageKey(key, limits);
  const bytes = entryBytes(key, assertSize(text, limits));
  return { json: await textToJson(text, inTurn), bytes };
}

/** The JSON of a text, in steps. */
export async function textToJson(text: string, inTurn: RunInTurn): Promise<string> {
  const pieces: string[] = [];
  for (const piece of textPieces(text)) {
    pieces.push(await inTurn(async () => JSON.stringify(piece).slice(1, -1)));
  }
  // Joined, because `+=` makes a rope that V8 flattens at the first read, within another step's time.
  return inTurn(async () => `"${pieces.join("")}"`);
}

/**
 * Bytes of an entry that count against the account's quota: its value, its key as written in JSON, and a fixed
 * number of bytes, so that the quota also limits the number of entries and the list of their keys.
 *
 * @example
 * entryBytes("visits", 1); // 71
 */
export function entryBytes(key: string, valueBytes: number): number {
  const keyBytes = Buffer.byteLength(JSON.stringify(key)) - '""'.length;
  return valueBytes + keyBytes + LIMITS.storage.entryBytes;
}

/** Returns the length of a text in UTF-8 bytes; throws when it exceeds the limit of a value. */
function assertSize(text: string, { valueBytes }: StorageLimits): number {
  const bytes = Buffer.byteLength(text);
  if (bytes <= valueBytes) return bytes;
  throw new QuotaError(
    `a value may have ${valueBytes} bytes, this one has ${bytes}; split it over several keys`,
    { code: "STORAGE_VALUE_TOO_LARGE" },
  );
}

/** Parses the value of a {@link StoredValue}. */
export function decodeStoredValue(json: string): JsonValue {
  const value: JsonValue = JSON.parse(json);
  return value;
}

/** The JSON from which values were parsed. */
const texts = new WeakMap<object, string>();

/** Like {@link decodeStoredValue}, for a value that nobody changes: keeps its JSON as long as the value exists. */
export function decodeUnchanged(json: string): JsonValue {
  const value = decodeStoredValue(json);
  keepJson(value, json);
  return value;
}

/**
 * The JSON of a value; kept JSON is reused if a storage has just read the value. The read set and the answer to the
 * plugin need it, and writing a megabyte of small objects again takes some milliseconds each time.
 */
export function jsonOfRead(value: unknown): string | undefined {
  return knownJson(value) ?? JSON.stringify(value);
}

/**
 * Keeps the JSON from which a value was parsed, as long as the value exists; nobody may change the value afterwards.
 */
export function keepJson(value: unknown, json: string): void {
  if (typeof value === "object" && value !== null) texts.set(value, json);
}

/** The JSON from which a value was parsed, if {@link keepJson} or {@link decodeUnchanged} has kept it. */
export function knownJson(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? texts.get(value) : undefined;
}

/**
 * Creates the error of a write that would exceed the account's quota.
 *
 * @param total the bytes that the account would store after the write
 */
export function storageQuotaExceeded(total: number, limits: StorageLimits): QuotaError {
  return new QuotaError(
    `the account's plugins may store ${limits.userBytes} bytes together, this would make ${total}; delete some keys first`,
    { code: "STORAGE_QUOTA_EXCEEDED" },
  );
}

/**
 * The JSON of a value. Refuses a value that JSON would change.
 *
 * @throws {InvalidInputError} `STORAGE_INVALID_VALUE`
 */
export function toJson(value: unknown): string {
  try {
    return toStorableJson(value, invalidValue);
  } catch (cause) {
    if (isBotwrightError(cause)) throw cause;
    const why = cause instanceof RangeError ? "it is nested too deeply" : "it cannot be read";
    throw invalidValue(`storage: the value cannot be stored: ${why}`, cause);
  }
}

function invalidValue(message: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError(preview(message), { code: STORAGE_INVALID_VALUE, cause });
}
