import { BRACKET_OPEN, SPACE, TAB, isBlank, trimEnd } from "../characters.ts";
import type { Cursor } from "./cursor.ts";
import { InlineScanner } from "../inline/inline.ts";
import { runEnd, skipBlanks } from "./lines.ts";
import { type Labels, definitionAt } from "../inline/links.ts";
import { Output } from "../output.ts";
import type { Step } from "../steps.ts";
import { countCells, rowText } from "./tables.ts";

const NONE = 0;
const PARAGRAPH = 1;
const FENCE = 2;
const CODE = 3;
const TABLE = 4;

/** A task box; text must follow it. */
const task = /^\[([ \t\nxX])\](?=[ \t\n])/;

/**
 * The open block that contains text: a paragraph, a fence, indented code or a table. It writes the result
 * to the output.
 *
 * The lines of a paragraph are collected until it ends, because it is decided late what they are: an
 * underline turns them into a heading, a divider row turns the last one into the head of a table, and
 * inline markers may span lines. Rows and lines of code are written at once, except for blank lines of a
 * fence.
 *
 * Longer than other files: each kind of text changes the same lines, until it is known which kind it is.
 */
export class Leaf {
  readonly out: Output = new Output();
  readonly inline: InlineScanner;
  readonly #found: Labels;
  #kind = NONE;
  /** Printed before the first line and before later lines. */
  #prefix = "";
  #indent = "";
  /** The paragraph's text, and its last line. */
  #text = "";
  #last = "";
  #several = false;
  #fresh = false;
  /** Of a fence: character, length, column, and the indent below which a closing fence is recognised. */
  #fenceCode = 0;
  #fenceLength = 0;
  #fenceColumn = 0;
  #fenceLimit = 0;
  /** Blank lines of a fence that are held back until another code line follows. */
  #held: string[] = [];

  /** @param found collects the labels of link definitions. */
  constructor(known: Labels, found: Labels, step: Step) {
    this.inline = new InlineScanner(known, step);
    this.#found = found;
  }

  get inParagraph(): boolean {
    return this.#kind === PARAGRAPH;
  }

  get inFence(): boolean {
    return this.#kind === FENCE;
  }

  get inCode(): boolean {
    return this.#kind === CODE;
  }

  get inTable(): boolean {
    return this.#kind === TABLE;
  }

  /** A blank line ends every block but indented code, which may continue after it. */
  blank(): void {
    if (this.#kind !== CODE) this.close();
  }

  /** Ends the open block and writes the lines that it still holds. */
  close(): void {
    const kind = this.#kind;
    this.#kind = NONE;
    if (kind === PARAGRAPH) this.#paragraph();
    else if (kind === FENCE) this.#endFence();
  }

  /** Blank lines at the end of an unclosed fence count as blank lines after it. */
  #endFence(): void {
    if (this.#prefix !== "") this.out.marker(this.#prefix);
    for (let count = this.#held.length; count > 0; count -= 1) this.out.blank();
    this.#held = [];
  }

  /**
   * Starts a paragraph with its first line, printed behind `prefix`; `indent` precedes later lines.
   *
   * @param fresh whether it is the first block of a list item, which may start with a task box
   */
  openParagraph(prefix: string, indent: string, text: string, fresh: boolean): void {
    this.#kind = PARAGRAPH;
    this.#prefix = prefix;
    this.#indent = indent;
    this.#text = text;
    this.#last = text;
    this.#several = false;
    this.#fresh = fresh;
  }

  /** Adds a line to the paragraph. */
  continue(indent: string, text: string): void {
    this.#text += `\n${indent}${text}`;
    this.#last = text;
    this.#several = true;
  }

  /** Writes an ATX heading as a line of its own. */
  heading(prefix: string, indent: string, text: string): void {
    const plain = this.inline.convert(text, indent);
    // `uneven` means that the conversion may have left lines or blanks to clean up; the fast path copies.
    if (this.inline.uneven) this.out.lines(prefix, plain);
    else this.out.verbatim(prefix + plain);
  }

  /** Ends a paragraph: removes link definitions at its start, converts the rest and writes it. */
  #paragraph(): void {
    this.#definitions();
    if (this.#text === "") return;
    let text = trimEnd(this.#text);
    // Only the first paragraph of an item can start with a task box.
    const box = this.#fresh && text.charCodeAt(0) === BRACKET_OPEN ? task.exec(text) : null;
    if (box !== null) {
      this.#prefix += box[1]?.toLowerCase() === "x" ? "☑ " : "☐ ";
      text = text.slice(skipBlanks(text, 3, text.length));
    }
    const plain = this.inline.convert(text, this.#indent);
    if (this.inline.uneven || this.#several) this.out.lines(this.#prefix, plain);
    else this.out.verbatim(this.#prefix + plain);
  }

  /**
   * Removes the link definitions at the start of the paragraph and collects their labels. It runs when the
   * paragraph ends, because a definition may continue on the next line. A list marker in front of a removed
   * definition remains as a line of its own.
   */
  #definitions(): void {
    if (this.#text.charCodeAt(0) !== BRACKET_OPEN) return;
    const text = this.#text;
    let from = 0;
    for (;;) {
      const start = skipBlanks(text, from, text.length);
      const definition =
        text.charCodeAt(start) === BRACKET_OPEN ? definitionAt(text, start) : undefined;
      if (definition === undefined) break;
      (this.#found.links ??= new Set()).add(definition.label);
      this.out.deleted();
      from = definition.end;
    }
    if (from === 0) return;
    this.#text = text.slice(from);
    if (this.#prefix.trim() !== "") this.out.marker(this.#prefix);
    this.#prefix = "";
    this.#fresh = false;
  }

  /**
   * Turns the paragraph into a heading (`===` below text); false when the paragraph has no text, because it
   * consisted of definitions: then the line is no underline.
   */
  underline(): boolean {
    this.#definitions();
    const heading = this.#text !== "";
    this.#fresh = false;
    this.close();
    if (heading) this.out.deleted();
    return heading;
  }

  /**
   * Starts a table with the last line of the paragraph as its head, if that has `cells` cells. The lines
   * before it remain a paragraph of their own.
   */
  openTable(cells: number): boolean {
    const head = this.#last;
    if (countCells(head) !== cells) return false;
    let prefix = this.#prefix.trim() === "" ? this.#indent : this.#prefix;
    if (head.length < this.#text.length) {
      this.#text = this.#text.slice(0, this.#text.lastIndexOf("\n"));
      this.close();
      prefix = this.#indent;
    }
    this.#kind = TABLE;
    this.#prefix = prefix;
    this.row(head);
    this.out.deleted();
    return true;
  }

  /** Writes a row of the table. */
  row(row: string): void {
    const text = rowText(row, this.inline);
    if (text !== "") this.out.verbatim(this.#prefix + text);
    else this.out.marker(this.#prefix);
    this.#prefix = this.#indent;
  }

  /**
   * Starts a fence of `length` markers `code` in `column`.
   *
   * A closing fence may be indented by up to 3 columns more than the opening one, or than the content of
   * the item that contains it (`content`), whichever is deeper.
   */
  openFence(
    code: number,
    length: number,
    column: number,
    content: number,
    prefix: string,
    indent: string,
  ): void {
    this.#kind = FENCE;
    this.#prefix = prefix;
    this.#indent = indent;
    this.#fenceCode = code;
    this.#fenceLength = length;
    this.#fenceColumn = column;
    this.#fenceLimit = Math.max(content, column) + 4;
    this.out.deleted();
  }

  /** Processes a line inside a fence: its end, or a line of code. */
  fenceLine(cursor: Cursor): void {
    const { text, at, end, indent, start } = cursor;
    if (indent < this.#fenceLimit && text.charCodeAt(at) === this.#fenceCode) {
      const marker = runEnd(text, at, end, this.#fenceCode);
      if (marker - at >= this.#fenceLength && skipBlanks(text, marker, end) === end) {
        this.#writeHeld();
        this.close();
        this.out.deleted();
        return;
      }
    }
    const line = unindent(text.slice(start, end), this.#fenceColumn);
    // A blank line is held back: in a fence that is never closed, blank lines at the end are no code.
    if (at === end) {
      this.#held.push(line);
      return;
    }
    this.#writeHeld();
    this.#codeLine(line);
  }

  /** Writes the blank lines that turned out to be inside of the fence. */
  #writeHeld(): void {
    for (const line of this.#held) this.#codeLine(line);
    this.#held = [];
  }

  /** Writes a line of code unchanged; only the first one is behind the list marker. */
  #codeLine(line: string): void {
    this.inline.lookForNul(line);
    const prefix = this.#prefix === "" ? this.#indent : this.#prefix;
    this.out.verbatim(line === "" ? trimEnd(this.#prefix) : prefix + line);
    this.#prefix = "";
  }

  /** Writes a line of indented code with its indent. */
  code(line: string, prefix: string): void {
    this.inline.lookForNul(line);
    this.out.verbatim(prefix + line, this.#kind === CODE);
    this.#kind = CODE;
  }
}

/**
 * Removes up to `columns` columns of indent; a tab that spans the limit leaves spaces. Code keeps its
 * indent relative to the opening fence.
 */
function unindent(line: string, columns: number): string {
  let column = 0;
  let at = 0;
  while (column < columns && isBlank(line.charCodeAt(at))) {
    const code = line.charCodeAt(at);
    if (code === SPACE) column += 1;
    else if (code === TAB) column += 4 - (column & 3);
    at += 1;
  }
  const rest = line.slice(at);
  return column > columns ? " ".repeat(column - columns) + rest : rest;
}
