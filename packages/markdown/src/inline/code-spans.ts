import { BACKTICK, SPACE } from "../characters.ts";
import { runEnd } from "../blocks/lines.ts";

/**
 * Finds the backtick run that closes a code span. For a run without a partner of equal length, the search
 * reads to the end of the text, which would be quadratic for many such runs. Therefore the first search that
 * reaches the end records the last position of each run length, and every run is read at most twice.
 */
export class BacktickFinder {
  readonly #text: string;
  /** The last position of each run length, once the text was searched to its end. */
  #last: Map<number, number> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The start of the next run of `size` from `from` on, or -1. */
  next(from: number, size: number): number {
    const text = this.#text;
    if (this.#last !== undefined && (this.#last.get(size) ?? -1) < from) return -1;
    let seen: Map<number, number> | undefined;
    for (let at = from; at < text.length; at += 1) {
      if (text.charCodeAt(at) !== BACKTICK) continue;
      const end = runEnd(text, at, text.length, BACKTICK);
      if (end - at === size) return at;
      seen ??= new Map();
      seen.set(end - at, at);
      at = end;
    }
    this.#last ??= seen ?? new Map();
    return -1;
  }
}

/** The content between the backticks, on one line and without padding. */
export function codeContent(source: string, cell: boolean): string {
  let content = source;
  if (content.includes("\n")) content = content.replace(/\n[\t ]*/g, " ");
  if (cell && content.includes("|")) content = content.replaceAll(String.raw`\|`, "|");
  const last = content.length - 1;
  if (content.charCodeAt(0) !== SPACE || content.charCodeAt(last) !== SPACE) return content;
  return /[^ ]/.test(content) ? content.slice(1, last) : content;
}
