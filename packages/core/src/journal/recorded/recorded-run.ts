import type { RecordedRun } from "./record.ts";
import type { JournalEntry } from "../../ports/journal.ts";
import { decodeBytes } from "../entry-codec.ts";
import { writeJournalEntry, writeWithBytes } from "../write-entry.ts";
import { createMediaReader, createMediaWriter } from "./record-media.ts";
import { validateRecordedRun } from "../../generated/validators.ts";
import { InvalidInputError } from "../../types/errors.ts";
import { joinPieces } from "../../rules/content/text-pieces.ts";
import { createPace } from "../../rules/in-chunks.ts";
import { measureJson } from "../../rules/measure-json.ts";
import { assertValid } from "../../rules/validation/validation.ts";

/**
 * Writes a run as JSON. References by SHA-256, length and type stand for a medium and other bytes; the bytes are in
 * `media`, each once. The JSON is indented unless it would then have more than 1,048,576 characters. Works in steps
 * with turns of the event loop in between, because a run may hold many megabytes.
 *
 * @example
 * await writeFile("run.json", await formatRecordedRun(run));
 */
export async function formatRecordedRun(run: RecordedRun): Promise<string> {
  const { context, attempts, calls, ...rest } = run;
  const { type } = context.msg;
  const { media, put } = createMediaWriter();
  const options = { put, pace: createPace() };
  const pieces = [
    JSON.stringify(rest).slice(0, -1),
    ',"context":',
    await writeWithBytes(context, type === "text" ? "binary" : type, options),
  ];
  async function addCalls(entries: readonly JournalEntry[]): Promise<void> {
    pieces.push(',"calls":[');
    for (const [at, entry] of entries.entries()) {
      pieces.push(at > 0 ? "," : "", await writeJournalEntry(entry, options));
    }
    pieces.push("]");
  }
  for (const [at, attempt] of attempts?.entries() ?? []) {
    pieces.push(at > 0 ? "}," : ',"attempts":[', `{"key":${JSON.stringify(attempt.key)}`);
    await addCalls(attempt.calls);
  }
  if (attempts !== undefined) pieces.push(attempts.length > 0 ? "}]" : ',"attempts":[]');
  await addCalls(calls);
  let before = ',"media":{';
  for (const [sha256, base64] of media) {
    pieces.push(`${before}"${sha256}":"`);
    for (const piece of base64) pieces.push(piece);
    before = '",';
  }
  pieces.push(media.size > 0 ? '"}}' : "}");
  pieces.push("\n");
  return indented(await joinPieces(pieces, options.pace));
}

/**
 * Maximum characters of an indented record: more than people read, and few enough to be written in one step. Without
 * a limit, one list of 90,000 numbers in 200 levels would become 75 MB of spaces.
 */
const MAX_INDENTED_LENGTH = 1_048_576;

/** A value takes at most two lines, and a line has two spaces for each level. */
const MAX_SPACES_OF_LEVEL = 4;

function indented(json: string): string {
  if (json.length > MAX_INDENTED_LENGTH) return json;
  const { depth, values } = measureJson(json);
  const length = json.length + values * depth * MAX_SPACES_OF_LEVEL;
  if (length > MAX_INDENTED_LENGTH) return json;
  return `${JSON.stringify(JSON.parse(json), undefined, 2)}\n`;
}

/**
 * Parses the JSON of {@link formatRecordedRun}.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path; `MEDIA_MISSING` or `MEDIA_CHANGED` when
 * the bytes are not those that the record names
 */
export function parseRecordedRun(text: string): RecordedRun {
  let value: unknown;
  try {
    // Editors may put a byte order mark before the text.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    const problem = "a recorded run must be JSON, with nothing cut off: record it again";
    throw new InvalidInputError(problem, { code: "INVALID_INPUT", cause });
  }
  const { media, ...written } = objectOf(value);
  assertVersion(written);
  const read = createMediaReader({ ...objectOf(media) });
  return assertValid("recorded run", validateRecordedRun(decode(written, read)));
}

/** Checked first, because validating a record of another format version would report misleading problems. */
function assertVersion({ format, formatVersion: version }: Written): void {
  if (format !== "botwright-run" || typeof version !== "number" || version === 1) return;
  throw new InvalidInputError(
    `a recorded run must have the formatVersion 1, not ${version}: use the version of Botwright that recorded it, or record it again`,
    { code: "INVALID_INPUT" },
  );
}

/**
 * Decodes recursively, a call for each level; a file from outside may have more levels than the stack has room for.
 */
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

/** The members of a record that are read before it is validated. */
interface Written {
  readonly format?: unknown;
  readonly formatVersion?: unknown;
  readonly media?: unknown;
}

function objectOf(value: unknown): Written {
  return typeof value === "object" && value !== null ? value : {};
}
