/**
 * Adds the findings of the scanner js-x-ray, which must be installed separately.
 *
 * @module
 */
import { AstAnalyser } from "@nodesecure/js-x-ray";
import type { Report } from "./finding.ts";
import { sentence } from "./words/sentence.ts";

/** A position as the scanner reports it: lines count from 1, columns from 0. */
type Place = readonly [line: number, column: number];

/**
 * The obfuscators that it recognises reliably. It reports `trojan-source` for every emoji, and `freejsobfuscator` for
 * short files.
 */
const OBFUSCATORS: ReadonlySet<string> = new Set(["jjencode", "jsfuck", "morse", "obfuscator.io"]);

/**
 * Runs js-x-ray, on Node 24 and newer. A recognised obfuscator is a warning, everything else information.
 *
 * @example
 * inspectPlugin(source, { scanners: [scanWithJsXRay] });
 */
export function scanWithJsXRay(source: string, report: Report): void {
  const starts = [0];
  for (const { index } of source.matchAll(/\n/gu)) starts.push(index + 1);
  const offsetOf = ([line, column]: Place): number => (starts[line - 1] ?? 0) + column;
  for (const { kind, value, location } of warningsOf(source)) {
    const [from, to] = placeOf(location);
    const place = { start: offsetOf(from), end: offsetOf(to) };
    const isObfuscated = kind === "obfuscated-code";
    const isKnown = isObfuscated && value !== null && OBFUSCATORS.has(value);
    const what = isObfuscated && value !== null ? value : kind;
    report("js-x-ray", place, sentence("js-x-ray", { what }), isKnown ? "warning" : undefined);
  }
}

/** The scanner's warnings. Its parser and its walk are recursive; a file that overflows the stack has none. */
function warningsOf(source: string): ReturnType<AstAnalyser["analyse"]>["warnings"] {
  try {
    return new AstAnalyser().analyse(source).warnings;
  } catch {
    return [];
  }
}

function placeOf(location: unknown): [from: Place, to: Place] {
  const first: unknown = Array.isArray(location) ? location[0] : undefined;
  // Some warnings have a list of places.
  if (Array.isArray(first) && Array.isArray(first[0])) return placeOf(first);
  const second: unknown = Array.isArray(location) ? location[1] : undefined;
  return isPlace(first) && isPlace(second)
    ? [first, second]
    : [
        [1, 0],
        [1, 0],
      ];
}

function isPlace(value: unknown): value is Place {
  return Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "number";
}
