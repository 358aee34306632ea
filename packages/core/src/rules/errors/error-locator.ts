import type { ErrorLocation, ErrorPosition } from "../../types/errors.ts";
import { codeFrame } from "./code-frame.ts";
import { indexLines, type SourceLines } from "./source-lines.ts";
import { readInlineSourceMap, type SourceMap } from "./source-map.ts";
import { readThrows, type SourceThrows } from "./throw-places.ts";
import type { ThrownValue } from "./thrown-value.ts";
import { createWeakValue } from "./weak-value.ts";

/** A plugin's source, and the file name that is shown for it. */
export interface PluginText {
  readonly code: string;
  /** A path or a name; only the part after the last slash is shown. */
  readonly file: string;
}

/** A position in the source that runs. */
export type SourcePosition = Omit<ErrorPosition, "file">;

/** Where a value that is no `Error` object was thrown. */
interface ThrowLocation extends Partial<ErrorLocation> {
  /** A suffix for the message that names the possible places; empty when the place is certain. */
  readonly hint: string;
}

/** Finds where in a plugin's files an error happened. */
export interface ErrorLocator {
  /**
   * The position in the author's file, with the lines around it. `undefined` for a position that the source does not
   * have, because a plugin can change the text of a stack.
   */
  readonly locate: (position: SourcePosition) => ErrorLocation | undefined;
  /** Line and column of an offset in the source that runs. */
  readonly positionAt: (offset: number) => SourcePosition;
  /** The position in the author's file, without the lines. */
  readonly find: (position: SourcePosition) => ErrorPosition | undefined;
  /**
   * Finds the only statement that can have thrown a value, or a hint that names all possible ones and whether there
   * may be others. It is needed because engines record the position of `Error` objects only.
   */
  readonly locateThrow: (value: ThrownValue) => ThrowLocation;
}

/** A source with its index of lines and its source map. */
interface Source {
  readonly lines: SourceLines;
  readonly map: SourceMap | undefined;
}

/** A position, with the lines of its file if they are known. */
interface FoundPlace {
  readonly position: ErrorPosition;
  readonly lines: SourceLines | undefined;
}

/**
 * Creates a locator. It does nothing until the first error. Then it reads the inline source map at the end of a
 * bundled plugin, and keeps it until it is garbage-collected. With an unreadable map, positions refer to the bundle.
 *
 * @example
 * const { locate } = createErrorLocator({ code, file: "dice.js" });
 * locate({ line: 7, column: 24, functionName: "handler" })?.frame;
 */
export function createErrorLocator({ code, file }: PluginText): ErrorLocator {
  // Held weakly, because a source map can consist of mappings only, and its parsed form is many times as large.
  const readOnce = createWeakValue((): Source => ({
    lines: indexLines(code),
    map: readInlineSourceMap(code),
  }));
  let throws: SourceThrows | undefined;

  function find(given: SourcePosition): FoundPlace | undefined {
    const { lines, map } = readOnce();
    if (!isPlace(lines, given)) return undefined;
    const original = map?.find(given.line, given.column);
    // A broken map may name a position that its own text does not have.
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

/** Maximum positions that a message names. */
const MAX_PLACES = 4;

function describePlaces(places: readonly string[], others: number): string {
  const last = others > 0 ? `${others} other places` : places.at(-1);
  const first = others > 0 ? places : places.slice(0, -1);
  return first.length > 0 ? `${first.join(", ")} or ${last}` : `${last}`;
}

/** Creates the shown form of a position: the file without its folders, and the function if it has a valid name. */
export function toPosition(path: string, position: SourcePosition): ErrorPosition {
  const { line, column, functionName } = position;
  const name = isName(functionName) ? { functionName } : {};
  return { file: baseName(path), line, column, ...name };
}

function isPlace(lines: SourceLines, { line, column }: SourcePosition): boolean {
  const text = lines.text(line);
  return text !== undefined && column >= 1 && column <= text.length + 1;
}

/** Matches function names that are shown; a plugin can give its functions any text as name. */
const NAME = /^[#\p{ID_Start}$_][\p{ID_Continue}$]{0,63}$/u;

function isName(name: string | undefined): name is string {
  return name !== undefined && NAME.test(name);
}

/** Maximum length of a shown file name. */
const MAX_NAME_LENGTH = 80;

/** Maximum characters at the end of a path that are searched for the file name. */
const MAX_PATH_END = 1024;

/**
 * The file's name without folders and without characters that would affect a terminal. Only the end of the path is
 * searched, because a source map may name a file, for each of many frames, with a text as long as the plugin.
 */
function baseName(path: string): string {
  const end = path.slice(-MAX_PATH_END);
  const from = Math.max(end.lastIndexOf("/"), end.lastIndexOf("\\")) + 1;
  const shown = end.slice(from, from + MAX_NAME_LENGTH).replaceAll(/[\p{C}\p{Z}]/gu, "_");
  return shown === "" ? "plugin.js" : shown;
}
