/** A source map as esbuild writes it. */
interface SourceMap {
  readonly version: number;
  readonly sources: readonly string[];
  readonly sourcesContent: readonly (string | null)[];
  readonly mappings: string;
}

/**
 * Appends the source map to the code, as far as both fit into a size: with the author's own sources, else
 * with positions alone, else none. What packages contain is left out: an error points into the author's files.
 *
 * @param json the map, as esbuild writes it
 * @param maxBytes of code and map in UTF-8
 */
export function withSourceMap(code: string, json: string, maxBytes: number): string {
  const map: SourceMap = JSON.parse(json);
  const own = map.sourcesContent.map((text, index) =>
    isOfPackage(map.sources[index] ?? "") ? null : text,
  );
  for (const sourcesContent of [own, own.map(() => null)]) {
    const { version, sources, mappings } = map;
    const text = JSON.stringify({ version, sources, sourcesContent, names: [], mappings });
    const whole = `${code}//# sourceMappingURL=data:application/json;base64,${Buffer.from(text).toString("base64")}\n`;
    if (Buffer.byteLength(whole) <= maxBytes) return whole;
  }
  return code;
}

function isOfPackage(path: string): boolean {
  return /(?:^|\/)node_modules\//.test(path);
}
