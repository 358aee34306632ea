import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { indexLines, type SourceLines } from "./source-lines.ts";

/** A position in an original file. */
interface OriginalPlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The file's text, if the map has it. */
  readonly lines: SourceLines | undefined;
}

/** The source map of a bundled file. */
export interface SourceMap {
  /** The original of a position in the bundle; `undefined` for code that the bundler has generated. */
  find(line: number, column: number): OriginalPlace | undefined;
}

/** Maximum length of an inline map that is read, in Base64 characters. */
const MAX_MAP_LENGTH = 4_194_304;

/**
 * Maximum lines and mappings of a map that is read; a bundle that fits with its map into a plugin's file has fewer.
 * Each mapping needs about 50 bytes of memory, although its text may have one character.
 */
const MAX_PLACES = 25_000;

/** Maximum original files of one bundle. */
const MAX_SOURCES = 10_000;

const COMMENT = "//# sourceMappingURL=";
const DATA = /^data:application\/json;(?:charset=utf-?8;)?base64,([A-Za-z0-9+/]*={0,2})\s*$/iu;

/**
 * Reads the last inline source map of a file. The map comes from the plugin's author and is not trusted: a broken map
 * counts as none.
 */
export function readInlineSourceMap(code: string): SourceMap | undefined {
  const start = code.lastIndexOf(`\n${COMMENT}`);
  if (start < 0 || code.length - start > MAX_MAP_LENGTH) return undefined;
  const [, base64] = DATA.exec(code.slice(start + 1 + COMMENT.length)) ?? [];
  if (base64 === undefined) return undefined;
  try {
    return createSourceMap(JSON.parse(Buffer.from(base64, "base64").toString("utf8")));
  } catch {
    return undefined;
  }
}

function createSourceMap(json: unknown): SourceMap | undefined {
  if (!isRawMap(json)) return undefined;
  const sources = json.sources.map((name) => (typeof name === "string" ? name : ""));
  const contents: readonly unknown[] = Array.isArray(json.sourcesContent)
    ? json.sourcesContent
    : [];
  const map = new TraceMap({
    version: 3,
    names: [],
    // Indices in place of the names, so that the library does not resolve the names as URLs.
    sources: sources.map((_name, index) => String(index)),
    mappings: json.mappings,
  });
  const texts = new Map<number, SourceLines>();

  function linesOf(index: number): SourceLines | undefined {
    const content = contents[index];
    if (typeof content !== "string") return undefined;
    const lines = texts.get(index) ?? indexLines(content);
    texts.set(index, lines);
    return lines;
  }

  return {
    find(line, column) {
      try {
        const found = originalPositionFor(map, { line, column: column - 1 });
        if (found.source === null) return undefined;
        const index = Number(found.source);
        const file = sources[index];
        if (file === undefined) return undefined;
        const place = { file, line: found.line, column: found.column + 1 };
        return isCount(place.line) && isCount(place.column)
          ? { ...place, lines: linesOf(index) }
          : undefined;
      } catch {
        // The mappings cannot be decoded.
        return undefined;
      }
    },
  };
}

const MAPPINGS = /^[A-Za-z0-9+/,;]*$/u;

/** Whether a number can be a line or a column; broken mappings result in negative or very large numbers. */
function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= 2 ** 31;
}

interface RawMap {
  readonly sources: readonly unknown[];
  readonly mappings: string;
  readonly sourcesContent?: unknown;
}

function isRawMap(value: unknown): value is RawMap {
  if (typeof value !== "object" || value === null) return false;
  if (!("sources" in value) || !("mappings" in value)) return false;
  if (!Array.isArray(value.sources) || typeof value.mappings !== "string") return false;
  const { sources, mappings } = value;
  return sources.length <= MAX_SOURCES && MAPPINGS.test(mappings) && !hasTooManyPlaces(mappings);
}

/** Whether there are more than `MAX_PLACES` mappings; a comma ends a mapping, a semicolon a line. */
function hasTooManyPlaces(mappings: string): boolean {
  const ends = /[,;]/gu;
  for (let places = 0; ends.test(mappings); places++) {
    if (places + 1 >= MAX_PLACES) return true;
  }
  return false;
}
