import { GREATER, SPACE, TAB, isBlank } from "../characters.ts";
import { isKaomoji } from "./lines.ts";

/**
 * The position in a line up to which it was read, with the column, where a tab advances to a multiple of 4.
 *
 * Position and column differ as soon as a line contains a tab. Block structure is decided by columns; texts
 * are cut out by positions. Columns count from the line's start, so that a tab behind a quote marker has
 * the width that a reader sees; {@link indent} subtracts where the quote's content starts.
 */
export class Cursor {
  readonly text: string;
  /** The next character, its column, and the end of the line. */
  at = 0;
  column = 0;
  end = 0;
  /** Position and column at which the content of the innermost quote or footnote starts. */
  start = 0;
  origin = 0;
  /** Whether the line starts with a `>`. */
  quoted = false;
  /** Whether the line is inside a list item, where no indent is too deep for a block start. */
  inItem = false;

  constructor(text: string) {
    this.text = text;
  }

  /** Moves to the first character of a line that is neither space nor tab. */
  begin(from: number, end: number): void {
    this.at = from;
    this.start = from;
    this.end = end;
    this.column = 0;
    this.origin = 0;
    this.inItem = false;
    this.quoted = false;
    this.#skip();
  }

  get blank(): boolean {
    return this.at === this.end;
  }

  /** Columns between the content of the innermost quote and the next character. */
  get indent(): number {
    return this.column - this.origin;
  }

  /** The rest of the line. */
  get rest(): string {
    return this.text.slice(this.at, this.end);
  }

  /** Skips spaces and tabs; a tab advances to the next column that is a multiple of 4. */
  #skip(): void {
    const text = this.text;
    let at = this.at;
    for (; at < this.end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === SPACE) this.column += 1;
      else if (code === TAB) this.column += 4 - (this.column & 3);
      else break;
    }
    this.at = at;
  }

  /** Moves past `width` characters of a marker, then over spaces and tabs. */
  advance(width: number): void {
    this.at += width;
    this.column += width;
    this.#skip();
  }

  /** Makes the current position the start of a container's content: indents count from here on. */
  settle(): void {
    this.start = this.at;
    this.origin = this.column;
    this.inItem = false;
  }

  /** Whether the next character starts a quote. */
  get atQuote(): boolean {
    return (
      this.text.charCodeAt(this.at) === GREATER &&
      (this.inItem || this.indent < 4) &&
      !isKaomoji(this.text, this.at)
    );
  }

  /** Moves past `>`, one optional space that belongs to it, and further spaces and tabs. */
  enterQuote(): void {
    this.quoted = true;
    this.at += 1;
    this.column += 1;
    this.settle();
    // The blank after `>` belongs to the marker. Of a tab only its first column does; the others indent.
    if (isBlank(this.text.charCodeAt(this.at))) {
      this.origin += 1;
      this.start += 1;
    }
    this.#skip();
  }
}
