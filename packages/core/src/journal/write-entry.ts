import type { JournalEntry } from "../ports/journal.ts";
import { joinPieces, textPieces } from "../rules/content/text-pieces.ts";
import { isObject } from "../rules/is-object.ts";
import { invalidInput } from "../rules/validation/validation.ts";
import { inlineBytes, isMarked, MEDIA, mediumOf, OBJECT } from "./entry-codec.ts";
import type { RecordedMediaReference, RecordedMediaType } from "./recorded/record.ts";

/** What {@link writeJournalEntry} needs of its caller. */
export interface WriteJournalEntryOptions {
  /** Stores bytes outside of the entry, and returns their reference. */
  readonly put: (bytes: Uint8Array, type: RecordedMediaType) => Promise<RecordedMediaReference>;
  /** Yields to other tasks (see `createPace`); gets the number of characters written since the last call. */
  readonly pace: (characters: number) => Promise<void>;
}

/**
 * The work of one step without a pause: characters of JSON, and values begun or ended. 512 numbers with many digits
 * take a millisecond.
 */
const STEP_CHARACTERS = 65_536;
const STEP_PARTS = 512;

/** Levels beyond which an entry cannot be written: an object that contains itself has no end. */
const MAX_DEPTH = 4096;

/** A list or an object that is partly written. */
interface OpenPart {
  readonly part: object;
  /** The keys of an object; undefined for a list. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  readonly end: string;
  next: number;
}

/**
 * Writes an entry as JSON, in steps that let other tasks run. Steps are needed because an entry may hold megabytes of
 * text, each character of which can become six in JSON, or a hundred thousand numbers. `decodeJournalEntry` reads the
 * parsed JSON.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` for an entry with more than 4,096 levels
 * @example
 * const json = await writeJournalEntry(entry, { put, pace: createPace() });
 */
export function writeJournalEntry(
  entry: JournalEntry,
  options: WriteJournalEntryOptions,
): Promise<string> {
  return writeWithBytes(entry, mediumOf(entry.operation), options);
}

/** Like {@link writeJournalEntry}, for any object or list; `type` is the type of the bytes in it. */
export async function writeWithBytes(
  whole: object,
  type: RecordedMediaType,
  { put, pace }: WriteJournalEntryOptions,
): Promise<string> {
  /** The JSON of earlier steps. */
  const written: string[] = [];
  /** The JSON of this step, in pieces. */
  let step: string[] = [];
  let characters = 0;
  const open: OpenPart[] = [];

  function add(text: string): void {
    step.push(text);
    characters += text.length;
  }

  async function endStep(): Promise<void> {
    const done = characters;
    written.push(step.join(""));
    step = [];
    characters = 0;
    await pace(done);
  }

  async function addText(text: string): Promise<void> {
    add('"');
    for (const piece of textPieces(text)) {
      add(JSON.stringify(piece).slice(1, -1));
      await endStep();
    }
    add('"');
  }

  async function addBytes(bytes: Uint8Array): Promise<void> {
    add(JSON.stringify(inlineBytes(bytes, type) ?? { [MEDIA]: await put(bytes, type) }));
  }

  function begin(part: object): void {
    if (open.length >= MAX_DEPTH) throw tooDeep();
    const isList = Array.isArray(part);
    const keys = isList ? undefined : Object.keys(part).filter((key) => hasJson(part, key));
    const isEscaped = keys !== undefined && isMarked(part);
    const length = isList ? part.length : (keys?.length ?? 0);
    add(isList ? "[" : isEscaped ? `{"${OBJECT}":{` : "{");
    open.push({ part, keys, length, end: isList ? "]" : isEscaped ? "}}" : "}", next: 0 });
  }

  /** Writes a value, or begins a list or an object. Returns a promise when the value takes more than this step. */
  function addValue(value: unknown): Promise<void> | undefined {
    if (typeof value === "string" && value.length > STEP_CHARACTERS) return addText(value);
    if (value instanceof Uint8Array) return addBytes(value);
    if (isObject(value)) begin(value);
    else add(toJson(value));
    return undefined;
  }

  begin(whole);
  let parts = 0;
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (characters >= STEP_CHARACTERS || ++parts % STEP_PARTS === 0) await endStep();
    if (last.next === last.length) {
      add(last.end);
      open.pop();
      continue;
    }
    const at = last.next++;
    if (at > 0) add(",");
    const key = last.keys?.[at];
    if (key !== undefined) {
      if (key.length > STEP_CHARACTERS) await addText(key);
      else add(JSON.stringify(key));
      add(":");
    }
    const more = addValue(Reflect.get(last.part, key ?? at));
    if (more !== undefined) await more;
  }
  return joinPieces([...written, ...step], pace);
}

/** Whether the member has a JSON value; JSON leaves out other members. */
function hasJson(object: object, key: string): boolean {
  const value: unknown = Reflect.get(object, key);
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

/** The JSON of a value without parts; `null` for a value that has none, as in a list. */
function toJson(value: unknown): string {
  const json: string | undefined = JSON.stringify(value);
  return json ?? "null";
}

function tooDeep(): Error {
  return invalidInput(
    `a host call's arguments and answer may have ${MAX_DEPTH} levels; an object that contains itself has no end`,
  );
}
