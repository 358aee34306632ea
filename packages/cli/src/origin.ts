import { SourceMap } from "node:module";
import type { Range } from "./excerpt.ts";

/** A place in a file that an author wrote. */
export interface Origin extends Range {
  /** The file, from the plugin's folder; `undefined` for the plugin's own file. */
  readonly file: string | undefined;
  /** That file's text. */
  readonly code: string;
}

const INLINE_MAP =
  /\n\/\/# sourceMappingURL=data:application\/json;base64,(?<text>[A-Za-z0-9+/=]+)\s*$/;

/**
 * Finds where places of a built plugin come from, by the map in its last line. What has no map, or comes from
 * a package, stays where it is.
 *
 * @param code the built file, or one that was taken as it is
 * @param entry the name of the plugin's own file, without folders
 */
export function createOrigins(code: string, entry: string): (range: Range) => Origin {
  const text = INLINE_MAP.exec(code)?.groups?.["text"];
  const map = text === undefined ? undefined : readMap(text);
  return (range) => {
    const { line, column, endLine, endColumn } = range;
    const found = map?.findEntry(line - 1, column - 1);
    if (map === undefined || found === undefined || !("originalSource" in found)) {
      return { ...range, file: undefined, code };
    }
    const { sources, sourcesContent } = map.payload;
    const written = sourcesContent[sources.indexOf(found.originalSource)];
    if (typeof written !== "string") return { ...range, file: undefined, code };
    const isSameLine = found.generatedLine === line - 1;
    const from = found.originalColumn + (isSameLine ? column - 1 - found.generatedColumn : 0) + 1;
    const width = endLine === line ? endColumn - column : 1;
    const start = found.originalLine + 1;
    return {
      line: start,
      column: from,
      endLine: start,
      endColumn: from + width,
      file: found.originalSource === entry ? undefined : found.originalSource,
      code: written,
    };
  };
}

function readMap(text: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(Buffer.from(text, "base64").toString("utf8")));
  } catch {
    return undefined;
  }
}
