import type { RecordedRun } from "./record.ts";
import type { JournalEntry } from "../../ports/journal.ts";
import { decodeBytes, encodeBytes, encodeJournalEntry } from "../entry-codec.ts";
import { createMediaReader, createMediaWriter, type MediaWriter } from "./record-media.ts";
import { validateRecordedRun } from "../../generated/validators.ts";
import { InvalidInputError } from "../../types/errors.ts";
import { measureJson } from "../../rules/measure-json.ts";
import { assertValid } from "../../rules/validation/validation.ts";

/**
 * Writes a run as JSON. A medium and other bytes stand in it by SHA-256, length and type; the bytes are
 * beside it, in `media`, each once. It is indented unless that would make more than about a mebibyte.
 *
 * @example
 * await writeFile("run.json", formatRecordedRun(run));
 */
export function formatRecordedRun(run: RecordedRun): string {
  const { context, attempts, calls, ...rest } = run;
  const { type } = context.msg;
  const { media, put } = createMediaWriter();
  const written = {
    ...rest,
    context: encodeBytes(context, put, type === "text" ? "binary" : type),
    ...(attempts !== undefined && {
      attempts: attempts.map((attempt) => ({ ...attempt, calls: encodeCalls(attempt.calls, put) })),
    }),
    calls: encodeCalls(calls, put),
    ...(Object.keys(media).length > 0 && { media }),
  };
  return `${formatJson(written)}\n`;
}

/**
 * Characters of an indented record at most: more than people read, and few enough to write in one step. One
 * list of 90,000 numbers, 200 levels deep, would be 75 megabytes of spaces.
 */
const MAX_INDENTED_LENGTH = 1_048_576;

/** A value has two lines at most, and a line two spaces for each level. */
const MAX_SPACES_OF_LEVEL = 4;

function formatJson(value: unknown): string {
  const compact = JSON.stringify(value);
  if (compact.length > MAX_INDENTED_LENGTH) return compact;
  const { depth, values } = measureJson(compact);
  const length = compact.length + values * depth * MAX_SPACES_OF_LEVEL;
  return length > MAX_INDENTED_LENGTH ? compact : JSON.stringify(value, undefined, 2);
}

/**
 * Parses what {@link formatRecordedRun} has written.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path; `MEDIA_MISSING` or `MEDIA_CHANGED` when
 * the bytes are not those that the record names
 */
export function parseRecordedRun(text: string): RecordedRun {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new InvalidInputError("a recorded run must be JSON", { code: "INVALID_INPUT", cause });
  }
  const { media, ...written } = objectOf(value);
  const read = createMediaReader({ ...objectOf(media) });
  return assertValid("recorded run", validateRecordedRun(decode(written, read)));
}

/** Decoding goes down by a call for each level; a file that somebody wrote may have more than the stack has room for. */
function decode(written: object, read: Parameters<typeof decodeBytes>[1]): unknown {
  try {
    return decodeBytes(written, read);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new InvalidInputError("a recorded run is nested too deeply", {
      code: "INVALID_INPUT",
      cause,
    });
  }
}

function objectOf(value: unknown): { readonly media?: unknown } {
  return typeof value === "object" && value !== null ? value : {};
}

function encodeCalls(calls: readonly JournalEntry[], put: MediaWriter["put"]): unknown[] {
  return calls.map((call) => encodeJournalEntry(call, put));
}
