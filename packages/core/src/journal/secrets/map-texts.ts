import { STEP_CHARACTERS, type Steps } from "../../rules/steps.ts";

/** Maps the texts and numbers of a value. */
export interface ValueMap {
  /** Maps a text. If `isBytes`, each character is a byte, and each character of the result must be one. */
  readonly text: (text: string, isBytes: boolean) => string;
  /**
   * Maps a long text that comes in pieces; the result may be divided into other pieces. `undefined` leaves the text
   * unchanged.
   *
   * @default `text` maps the whole text
   */
  readonly pieces?: (
    pieces: Iterable<string>,
    isBytes: boolean,
  ) => Steps<readonly string[] | undefined>;
  /** Maps a number to any value. @default numbers stay unchanged */
  readonly number?: (value: number) => unknown;
}

/**
 * Copies a value of the kinds that journals hold, and maps its texts: in arrays, in objects and their keys, and in
 * bytes. Bytes whose text stays the same are not copied.
 */
export function* mapTexts<Value>(value: Value, map: ValueMap): Steps<Value> {
  const mapped: unknown = yield* mapValue(value, map);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same shape, with other texts
  return mapped as Value;
}

/** Cost of each value in characters, in addition to the characters of a text. */
const FEW = 16;

/** Like {@link mapTexts}, and maps numbers too, which may change the type of the value. */
export function* mapValue(whole: unknown, map: ValueMap): Steps<unknown> {
  const { text: mapText, pieces: mapPieces, number: mapNumber = same } = map;
  let characters = 0;

  const isLong = (length: number): boolean => mapPieces !== undefined && length > STEP_CHARACTERS;

  /** Whether a value is mapped in less than one step, like nearly all values. */
  function isShort(value: unknown): boolean {
    return typeof value === "string" ? !isLong(value.length) : typeof value !== "object";
  }

  function mapShort(value: unknown): unknown {
    characters += FEW;
    if (typeof value === "number") return mapNumber(value);
    if (typeof value !== "string") return value;
    characters += value.length;
    return mapText(value, false);
  }

  function* mapLong(value: unknown): Steps<unknown> {
    if (typeof value === "string") return yield* mapLongText(value);
    if (value instanceof Uint8Array) return yield* mapBytes(value);
    if (typeof value !== "object" || value === null) return value;
    const isList = Array.isArray(value);
    const members: unknown[] = isList ? value : Object.values(value);
    const mapped: unknown[] = [];
    for (const member of members) {
      mapped.push(isShort(member) ? mapShort(member) : yield* mapLong(member));
      if (characters >= STEP_CHARACTERS) yield* pause();
    }
    if (isList) return mapped;
    const entries: [string, unknown][] = [];
    for (const [at, key] of Object.keys(value).entries()) {
      const name = isLong(key.length) ? yield* mapLongText(key) : String(mapShort(key));
      entries.push([name, mapped[at]]);
      if (characters >= STEP_CHARACTERS) yield* pause();
    }
    return Object.fromEntries(entries);
  }

  function* pause(): Steps<void> {
    const done = characters;
    characters = 0;
    yield done;
  }

  function* mapLongText(text: string): Steps<string> {
    const mapped = mapPieces && (yield* mapPieces(piecesOf(text), false));
    return mapped === undefined ? text : mapped.join("");
  }

  function* mapBytes(value: Uint8Array): Steps<Uint8Array> {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    if (isLong(bytes.length)) {
      const mapped = mapPieces && (yield* mapPieces(latin1Of(bytes), true));
      return mapped === undefined ? value : yield* joinLatin1(mapped);
    }
    characters += bytes.length;
    const text = bytes.toString("latin1");
    const mapped = mapText(text, true);
    return mapped === text ? value : new Uint8Array(Buffer.from(mapped, "latin1"));
  }

  return isShort(whole) ? mapShort(whole) : yield* mapLong(whole);
}

function same(value: number): number {
  return value;
}

function* piecesOf(text: string): Generator<string, void, undefined> {
  for (let at = 0; at < text.length; at += STEP_CHARACTERS) {
    yield text.slice(at, at + STEP_CHARACTERS);
  }
}

function* latin1Of(bytes: Buffer): Generator<string, void, undefined> {
  for (let at = 0; at < bytes.length; at += STEP_CHARACTERS) {
    yield bytes.toString("latin1", at, at + STEP_CHARACTERS);
  }
}

function* joinLatin1(pieces: readonly string[]): Steps<Uint8Array> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(Buffer.from(piece, "latin1"), at);
    at += piece.length;
    yield piece.length;
  }
  return bytes;
}
