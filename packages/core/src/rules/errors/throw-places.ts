import { readTokens, type Token } from "./js-tokens.ts";
import { MAX_ARGUMENT_LENGTH, matchThrow, type ThrowMatch } from "./throw-match.ts";
import type { ThrownValue } from "./thrown-value.ts";
import { createUnseenThrows } from "./unseen-throws.ts";

/** The statements of a source that may have thrown a value. */
interface ThrowPlaces {
  /** Offsets in the source, in their order. */
  readonly offsets: readonly number[];
  /** Whether the source has no other way to throw, so that one of these statements threw the value. */
  readonly isCertain: boolean;
}

/** The `throw` and `reject` statements of a source. */
export interface SourceThrows {
  /**
   * Finds the statements that may have thrown a value. If some throw exactly this literal, only those are returned;
   * otherwise those with an object or a text that begins like it; otherwise all that the source does not rule out.
   */
  find(value: ThrownValue): ThrowPlaces;
}

/**
 * Maximum tokens of one source that are read, in at most 20 ms of a thread and with some kilobytes of memory. Of a
 * longer source only the beginning is read, and then no result is certain.
 */
const MAX_TOKENS = 50_000;
const MAX_STATEMENTS = 1000;

interface Statement {
  readonly offset: number;
  readonly argument: string;
}

/**
 * Reads the throwing statements of a source: `throw`, and calls of `reject`. It is needed because an engine records
 * the position of `Error` objects only, so the place of another value has to be found in the source.
 *
 * @example
 * readThrows("if (a) throw 'no dice';\nthrow 'no luck';").find({ kind: "string", text: "no luck" });
 * // { offsets: [24], isCertain: true }
 */
export function readThrows(code: string): SourceThrows {
  const statements: Statement[] = [];
  const unseen = createUnseenThrows(code);
  let isWhole = true;
  let tokens = 0;
  let before: Token | undefined;
  let last: Token | undefined;
  for (const token of readTokens(code)) {
    const start = argumentOf(before, last, token);
    if (last !== undefined && start !== undefined) {
      const argument = code.slice(start, start + MAX_ARGUMENT_LENGTH).trimStart();
      statements.push({ offset: last.start, argument });
    }
    unseen.read(token);
    before = last;
    last = token;
    tokens++;
    isWhole = tokens < MAX_TOKENS && statements.length < MAX_STATEMENTS;
    if (!isWhole) break;
  }
  const isComplete = isWhole && !unseen.isFound();
  return {
    find(value) {
      const found: Record<ThrowMatch, number[]> = { same: [], alike: [], possible: [], other: [] };
      for (const { offset, argument } of statements)
        found[matchThrow(argument, value)].push(offset);
      const { same, alike, possible } = found;
      const offsets = [same, alike, possible].find(({ length }) => length > 0) ?? [];
      return { offsets, isCertain: isComplete };
    },
  };
}

/** Where the argument of `throw` or `reject(` begins, if `last` is one of them. */
function argumentOf(
  before: Token | undefined,
  last: Token | undefined,
  token: Token,
): number | undefined {
  if (last?.text === "throw") {
    const isStatement = before?.text !== "." && token.text !== ":" && token.text !== "=";
    return isStatement ? token.start : undefined;
  }
  const isCall = last?.text === "reject" && token.text === "(" && before?.text !== "function";
  return isCall ? token.end : undefined;
}
