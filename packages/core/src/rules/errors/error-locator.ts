import type { ErrorLocation, ErrorPosition } from "../../types/errors.ts";
import { codeFrame } from "./code-frame.ts";
import { indexLines, type SourceLines } from "./source-lines.ts";
import { readInlineSourceMap, type SourceMap } from "./source-map.ts";
import { readThrows, type SourceThrows } from "./throw-places.ts";
import type { ThrownValue } from "./thrown-value.ts";
import { createWeakValue } from "./weak-value.ts";

/** A plugin's source, and the name that people know it by. */
export interface PluginText {
  readonly code: string;
  /** A path or a name; only the part after the last slash is shown. */
  readonly file: string;
}

/** A position in the source as it runs. */
export type SourcePosition = Omit<ErrorPosition, "file">;

/** Where a value that is no error was thrown. */
interface ThrowLocation extends Partial<ErrorLocation> {
  /** The places as the end of a message, if it was not certainly the one that is given; else empty. */
  readonly hint: string;
}

/** Finds where in a plugin's files an error happened. */
export interface ErrorLocator {
  /**
   * The position as the author knows it, with the lines around it. `undefined` for a position that the
   * source does not have: a stack is text that plugins can change.
   */
  readonly locate: (position: SourcePosition) => ErrorLocation | undefined;
  /** Line and column of an offset in the source as it runs. */
  readonly positionAt: (offset: number) => SourcePosition;
  /** The position without the lines. */
  readonly find: (position: SourcePosition) => ErrorPosition | undefined;
  /**
   * The only statement that can have thrown a value, or a hint that names all that can and whether there
   * may be others: engines keep the position of errors only.
   */
  readonly locateThrow: (value: ThrownValue) => ThrowLocation;
}

/** A source, read. */
interface Source {
  readonly lines: SourceLines;
  readonly map: SourceMap | undefined;
}

/** A place in a text that is known, or not. */
interface FoundPlace {
  readonly position: ErrorPosition;
  readonly lines: SourceLines | undefined;
}

/**
 * Creates a locator. It does nothing until the first error; then it reads the inline source map that a
 * bundled plugin ends in, and keeps it until the garbage collector takes it. A map that cannot be read leaves
 * positions in the bundle.
 *
 * @example
 * const { locate } = createErrorLocator({ code, file: "dice.js" });
 * locate({ line: 7, column: 24, functionName: "handler" })?.frame;
 */
export function createErrorLocator({ code, file }: PluginText): ErrorLocator {
  // A file may be made of places: what is read of them has many times its size.
  const readOnce = createWeakValue((): Source => ({
    lines: indexLines(code),
    map: readInlineSourceMap(code),
  }));
  let throws: SourceThrows | undefined;

  function find(given: SourcePosition): FoundPlace | undefined {
    const { lines, map } = readOnce();
    if (!isPlace(lines, given)) return undefined;
    const original = map?.find(given.line, given.column);
    // A broken map may name a place that its own text does not have.
    if (original === undefined || (original.lines && !isPlace(original.lines, original))) {
      return { position: toPosition(file, given), lines };
    }
    return {
      position: toPosition(original.file, { ...given, ...original }),
      lines: original.lines,
    };
  }

  function locate(given: SourcePosition): ErrorLocation | undefined {
    const found = find(given);
    if (found === undefined) return undefined;
    const { position, lines } = found;
    return { position, ...(lines && { frame: codeFrame(lines, position) }) };
  }

  return {
    positionAt: (offset) => readOnce().lines.positionAt(offset),
    find: (position) => find(position)?.position,
    locate,
    locateThrow(value) {
      const { lines } = readOnce();
      throws ??= readThrows(code);
      const { offsets, isCertain } = throws.find(value);
      const positions = offsets.map((offset) => lines.positionAt(offset));
      const [first, ...more] = positions;
      if (first === undefined) return { hint: "" };
      if (more.length === 0 && isCertain) return { hint: "", ...locate(first) };
      const shown = positions.slice(0, MAX_PLACES).flatMap((position) => {
        const found = find(position)?.position;
        return found === undefined ? [] : [`${found.file}:${found.line}`];
      });
      const places = describePlaces([...new Set(shown)], positions.length - MAX_PLACES);
      const thrown = isCertain ? "thrown" : "probably thrown";
      return { hint: ` (${thrown} at ${places}; throw new Error(…) to see where)` };
    },
  };
}

/** Positions that a message mentions. */
const MAX_PLACES = 4;

function describePlaces(places: readonly string[], others: number): string {
  const last = others > 0 ? `${others} other places` : places.at(-1);
  const first = others > 0 ? places : places.slice(0, -1);
  return first.length > 0 ? `${first.join(", ")} or ${last}` : `${last}`;
}

/** Makes what is shown of a position: the file without its folders, the function if its name is one. */
export function toPosition(path: string, position: SourcePosition): ErrorPosition {
  const { line, column, functionName } = position;
  const name = isName(functionName) ? { functionName } : {};
  return { file: baseName(path), line, column, ...name };
}

function isPlace(lines: SourceLines, { line, column }: SourcePosition): boolean {
  const text = lines.text(line);
  return text !== undefined && column >= 1 && column <= text.length + 1;
}

/** Function names that are shown: a plugin can give its functions any text as name. */
const NAME = /^[#\p{ID_Start}$_][\p{ID_Continue}$]{0,63}$/u;

function isName(name: string | undefined): name is string {
  return name !== undefined && NAME.test(name);
}

/** Longest file name that is shown. */
const MAX_NAME_LENGTH = 80;

/** Characters of a path's end that are looked at: longer than the name of any file. */
const MAX_PATH_END = 1024;

/**
 * The file's name without folders and without characters that would act on a terminal. A source map may name a file
 * with a text as long as the plugin, for each of many frames: so only the end of the path is looked at.
 */
function baseName(path: string): string {
  const end = path.slice(-MAX_PATH_END);
  const from = Math.max(end.lastIndexOf("/"), end.lastIndexOf("\\")) + 1;
  const shown = end.slice(from, from + MAX_NAME_LENGTH).replaceAll(/[\p{C}\p{Z}]/gu, "_");
  return shown === "" ? "plugin.js" : shown;
}
