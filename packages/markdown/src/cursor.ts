import { GREATER, SPACE, TAB, isBlank } from "./characters.ts";
import { isKaomoji } from "./lines.ts";

/** The place up to which a line is read, and how far right that is. */
export class Cursor {
  readonly text: string;
  /** The next character, its column, and the end of the line. */
  at = 0;
  column = 0;
  end = 0;
  /** Where the content of the innermost quote or footnote starts: its place and column. */
  start = 0;
  origin = 0;
  /** Whether the line has begun with a `>`. */
  quoted = false;
  /** Whether the line is inside a list item, where no indent is too deep. */
  inItem = false;

  constructor(text: string) {
    this.text = text;
  }

  /** Goes to the first character of a line that is neither space nor tab. */
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

  /** What is left of the line. */
  get rest(): string {
    return this.text.slice(this.at, this.end);
  }

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

  /** Counts places and columns from here on. */
  settle(): void {
    this.start = this.at;
    this.origin = this.column;
    this.inItem = false;
  }

  /** Whether a `>` that starts a quote is next. */
  get atQuote(): boolean {
    return (
      this.text.charCodeAt(this.at) === GREATER &&
      (this.inItem || this.indent < 4) &&
      !isKaomoji(this.text, this.at)
    );
  }

  /** Moves past `>` and one blank, then over further ones. */
  enterQuote(): void {
    this.quoted = true;
    this.at += 1;
    this.column += 1;
    this.settle();
    if (isBlank(this.text.charCodeAt(this.at))) {
      this.origin += 1;
      this.start += 1;
    }
    this.#skip();
  }
}
