import { dirname, join } from "node:path";
import { type Excerpt, excerptOf, readInlineSourceMap, type SourceRange } from "@botwright/core";

/** A place in an author's file. */
export interface Origin {
  /** The file, relative to the plugin's folder; `undefined` for the plugin's own file. */
  readonly file: string | undefined;
  readonly line: number;
  readonly column: number;
  /** The place's line, with carets below the place. */
  excerpt(width: number): Excerpt;
}

/** The path of a place's file, based on the name that the person has given for the plugin's own file. */
export function pathOf({ file }: Pick<Origin, "file">, name: string): string {
  return file === undefined ? name : join(dirname(name), file);
}

/** Line and column of a place, for use below a heading that names the plugin's own file. */
export function placeOf({ file, line, column }: Omit<Origin, "excerpt">): string {
  return `${file === undefined ? "" : `${file}:`}${line}:${column}`;
}

/**
 * Maps places of a built plugin to their sources, by the source map in its last line. A place without a mapping, or
 * in a package, keeps its position in the built file.
 *
 * @param code the built file, or a file that needs no build
 * @param entry the name of the plugin's own file, without folders
 */
export function createOrigins(code: string, entry: string): (range: SourceRange) => Origin {
  const map = readInlineSourceMap(code);
  return (range) => {
    const { line, column, endLine, endColumn } = range;
    const found = map?.find(line, column);
    const text = found?.lines?.text(found.line);
    if (found === undefined || text === undefined) {
      return { file: undefined, line, column, excerpt: (width) => excerptOf(code, range, width) };
    }
    const width = endLine === line ? endColumn - column : 1;
    const there = { line: 1, column: found.column, endLine: 1, endColumn: found.column + width };
    return {
      file: found.file === entry ? undefined : found.file,
      line: found.line,
      column: found.column,
      excerpt: (columns) => excerptOf(text, there, columns),
    };
  };
}
