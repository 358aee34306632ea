import { BACKTICK, SPACE } from "./characters.ts";
import { runEnd } from "./lines.ts";

/** Finds the backtick runs that close code spans; looks at each run of a text at most twice. */
export class BacktickFinder {
  readonly #text: string;
  /** Where the last run of each length starts, once the text was searched to its end. */
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

/** What stands between the backticks, on one line and without its padding. */
export function codeContent(source: string, cell: boolean): string {
  let content = source;
  if (content.includes("\n")) content = content.replace(/\n[\t ]*/g, " ");
  if (cell && content.includes("|")) content = content.replaceAll(String.raw`\|`, "|");
  const last = content.length - 1;
  if (content.charCodeAt(0) !== SPACE || content.charCodeAt(last) !== SPACE) return content;
  return /[^ ]/.test(content) ? content.slice(1, last) : content;
}
