import {
  ASTERISK,
  BACKTICK,
  BRACKET_OPEN,
  CARET,
  COLON,
  DASH,
  EQUALS,
  GREATER,
  HASH,
  PIPE,
  TILDE,
  isBlank,
} from "./characters.ts";
import {
  type Container,
  FOOTNOTE,
  ITEM,
  OpenContainers,
  QUOTE,
  container,
  indentOf,
  printedMarker,
} from "./containers.ts";
import { Cursor } from "./cursor.ts";
import { Leaf } from "./leaf.ts";
import {
  fenceEnd,
  headingContent,
  isUnderline,
  listMarkerEnd,
  numberAt,
  ruleBreak,
  skipBlanks,
} from "./lines.ts";
import { type Labels, footnoteLabelEnd, normaliseLabel } from "./links.ts";
import { dividerCells } from "./tables.ts";

/** ASCII codes with which a line can begin that is more than paragraph text. */
const starts = new Uint8Array(128);
for (const char of "#>-+*_=~`|:[0123456789") starts[char.charCodeAt(0)] = 1;

/** What a block start leaves of its line: text, more to look at, or nothing. */
const TEXT = 0;
const AGAIN = 1;
const DONE = 2;

/** Reads a text line by line and writes it to the output, block by block. */
export class BlockScanner {
  readonly #text: string;
  readonly #cursor: Cursor;
  readonly #leaf: Leaf;
  /** Definitions that were met on the way. */
  readonly found: Labels = { links: undefined, footnotes: undefined };
  readonly #open: OpenContainers = new OpenContainers();
  /** The list level of the paragraph that the line would interrupt, or -1: limits list markers. */
  #interrupted = -1;
  /** The list and footnote markers of this line, as printed. */
  #prefix = "";
  /** A rule of this character was looked for up to here in vain: keeps lines of markers linear. */
  #ruleCode = 0;
  #ruleBreak = 0;

  /** @param known definitions of the text, if it was read before. */
  constructor(text: string, known: Labels) {
    this.#text = text;
    this.#cursor = new Cursor(text);
    this.#leaf = new Leaf(known, this.found);
  }

  /** Whether the text has a NUL that matters: then the result does not count. */
  get metNul(): boolean {
    return this.#leaf.inline.metNul;
  }

  convert(): string {
    const text = this.#text;
    let from = 0;
    while (from < text.length) {
      let end = text.indexOf("\n", from);
      if (end === -1) end = text.length;
      this.#line(from, end);
      from = end + 1;
    }
    this.#leaf.close();
    return this.#leaf.out.toString();
  }

  #line(from: number, end: number): void {
    const cursor = this.#cursor;
    const leaf = this.#leaf;
    cursor.begin(from, end);
    this.#prefix = "";
    const open = this.#open;
    open.match(cursor);
    const { all } = open;
    if (leaf.inFence) {
      if (all) {
        leaf.fenceLine(cursor);
        return;
      }
      leaf.close();
    }
    if (cursor.blank) {
      if (all) leaf.blank();
      else leaf.close();
      open.close();
      leaf.out.blank();
      return;
    }
    this.#interrupted = all && leaf.inParagraph ? open.inner.level : -1;
    this.#ruleBreak = 0;
    let next = AGAIN;
    while (next === AGAIN) {
      const code = this.#text.charCodeAt(cursor.at);
      next = code < 128 && starts[code] === 1 ? this.#block(code) : TEXT;
    }
    if (next === TEXT) this.#content();
  }

  /** Ends what the line does not continue, for a new block inside the matched containers. */
  #begin(): Container {
    this.#leaf.close();
    this.#open.close();
    this.#open.inner.fresh = false;
    return this.#open.inner;
  }

  /** The same for any block but a list item: a list that came before has ended. */
  #beginOther(): Container {
    const parent = this.#begin();
    parent.list = undefined;
    return parent;
  }

  /** Looks for the block that `code` can start. */
  #block(code: number): number {
    const { at, end, indent, inItem } = this.#cursor;
    const text = this.#text;
    const leaf = this.#leaf;
    // Most often bold text, which is no rule and no item.
    if (code === ASTERISK && text.charCodeAt(at + 1) === ASTERISK) {
      const third = text.charCodeAt(at + 2);
      if (third !== ASTERISK && !isBlank(third) && at + 2 < end) return TEXT;
    }
    // Only the next item of a list may stand that far right.
    if (indent > 3 && !inItem) return this.#open.next?.kind === ITEM ? this.#item() : TEXT;
    switch (code) {
      case HASH:
        return this.#heading();
      case GREATER:
        return this.#quote();
      case BACKTICK:
      case TILDE: {
        const marker = fenceEnd(text, at, end);
        if (marker === -1) return TEXT;
        const { level, content } = this.#beginOther();
        leaf.openFence(code, marker - at, indent, content, this.#prefix, indentOf(level));
        return DONE;
      }
      case BRACKET_OPEN:
        return this.#footnote();
      default:
    }
    const paragraph = leaf.inParagraph && this.#open.all;
    if (paragraph && isUnderline(text, at, end) && leaf.underline()) return DONE;
    if (code === EQUALS) return TEXT;
    if (this.#isRule(code)) {
      this.#beginOther();
      leaf.out.marker(this.#prefix);
      return DONE;
    }
    if (code !== PIPE && code !== COLON) {
      const item = this.#item();
      if (item !== TEXT || code !== DASH) return item;
    }
    const cells = paragraph ? dividerCells(text, at, end) : 0;
    return cells > 0 && leaf.openTable(cells) ? DONE : TEXT;
  }

  #isRule(code: number): boolean {
    const { at, end } = this.#cursor;
    if (code === this.#ruleCode && at < this.#ruleBreak) return false;
    this.#ruleCode = code;
    this.#ruleBreak = ruleBreak(this.#text, at, end);
    return this.#ruleBreak === -1;
  }

  #heading(): number {
    const content = headingContent(this.#text, this.#cursor.at, this.#cursor.end);
    if (content === undefined) return TEXT;
    const { level } = this.#beginOther();
    const indent = indentOf(level);
    if (content === "") this.#leaf.out.marker(this.#prefix);
    else this.#leaf.heading(this.#prefix === "" ? indent : this.#prefix, indent, content);
    return DONE;
  }

  #quote(): number {
    if (!this.#cursor.atQuote) return TEXT;
    const { level } = this.#beginOther();
    this.#cursor.enterQuote();
    this.#open.push(container(QUOTE, 0, 0, level));
    return this.#unlessEmpty();
  }

  /** Goes on behind a container's marker, or ends a line that has nothing there. */
  #unlessEmpty(): number {
    if (!this.#cursor.blank) return AGAIN;
    if (this.#prefix === "") this.#leaf.out.blank();
    else this.#leaf.out.marker(this.#prefix);
    return DONE;
  }

  #footnote(): number {
    const text = this.#text;
    const { at } = this.#cursor;
    if (text.charCodeAt(at + 1) !== CARET) return TEXT;
    const close = footnoteLabelEnd(text, at + 2);
    if (close === -1 || text.charCodeAt(close + 1) !== COLON) return TEXT;
    const label = text.slice(at + 2, close);
    this.#leaf.inline.lookForNul(label);
    (this.found.footnotes ??= new Set()).add(normaliseLabel(label));
    const { level } = this.#beginOther();
    this.#mark(level, `[${label}] `);
    this.#cursor.advance(close + 2 - at);
    this.#cursor.settle();
    this.#open.push(container(FOOTNOTE, 0, 0, level));
    return this.#unlessEmpty();
  }

  /** Adds a printed marker to the line; the first one is indented. */
  #mark(level: number, marker: string): void {
    if (this.#prefix !== "") this.#prefix += marker;
    else this.#prefix = level === 0 ? marker : indentOf(level) + marker;
  }

  #item(): number {
    const text = this.#text;
    const cursor = this.#cursor;
    const { at, end, indent } = cursor;
    const after = listMarkerEnd(text, at, end);
    if (after === -1) return TEXT;
    const empty = skipBlanks(text, after, end) === end;
    if (empty && this.#interrupted !== -1) return TEXT;
    if (this.#interrupted === 0 && numberAt(text, at) !== 1) return TEXT;
    const parent = this.#begin();
    this.#mark(parent.level, printedMarker(parent, text, at, after));
    cursor.advance(after - at);
    const width = cursor.indent - indent;
    // The content starts one column behind the marker when it is empty or code to CommonMark.
    const content = indent + (empty || width > after - at + 4 ? after - at + 1 : width);
    this.#open.push(container(ITEM, indent, content, parent.level + 1));
    cursor.inItem = true;
    return this.#unlessEmpty();
  }

  /** The line is text: of a paragraph, a table row or indented code. */
  #content(): void {
    const leaf = this.#leaf;
    const cursor = this.#cursor;
    const { at, end, start } = cursor;
    const all = this.#open.all;
    // A line that is quoted less deeply starts a paragraph; one without any `>` may be lazy.
    if (leaf.inParagraph && !(cursor.quoted && this.#open.leavesQuote)) {
      // Lazy lines keep their indent.
      const level = all ? this.#open.inner.level : 0;
      leaf.continue(level > 0 ? indentOf(level) : this.#text.slice(start, at), cursor.rest);
      return;
    }
    if (!cursor.inItem && cursor.indent > 3) {
      if (!leaf.inCode || !all) this.#beginOther();
      leaf.code(this.#text.slice(start, end), this.#prefix);
      return;
    }
    const text = cursor.rest;
    if (leaf.inTable && all && text.includes("|")) {
      leaf.row(text);
      return;
    }
    const fresh = cursor.inItem && this.#open.inner.fresh;
    const { level } = this.#beginOther();
    const indent = indentOf(level);
    let prefix = this.#prefix;
    if (prefix === "") prefix = level > 0 || start === at ? indent : this.#text.slice(start, at);
    leaf.openParagraph(prefix, indent, text, fresh);
  }
}
