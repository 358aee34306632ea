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
} from "../characters.ts";
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
import { type Labels, footnoteLabelEnd, normaliseLabel } from "../inline/links.ts";
import type { Step } from "../steps.ts";
import { dividerCells } from "./tables.ts";

/**
 * ASCII codes that can start a block other than a paragraph. A line whose first character is another one is
 * text without further checks.
 */
const starts = new Uint8Array(128);
for (const char of "#>-+*_=~`|:[0123456789") starts[char.charCodeAt(0)] = 1;

/**
 * What a block start leaves of its line: text (the line starts no further block), more blocks to look for
 * (behind a container's marker), or nothing (the line is finished).
 */
const TEXT = 0;
const AGAIN = 1;
const DONE = 2;

/**
 * The block phase, after CommonMark's algorithm: reads a text line by line and writes each finished block
 * to the output.
 *
 * For each line it (1) matches the open containers (quotes, items, footnotes) that the line continues, (2)
 * looks for new block starts in the rest of the line, each of which closes the unmatched containers, and
 * (3) adds what remains as text to the open leaf. A paragraph line without markers may continue a paragraph
 * although it does not continue its containers (a *lazy* line).
 *
 * For example, `> - a` opens a quote, an item and a paragraph. On the line `> b` step 1 matches the quote
 * only; `b` starts no block, so it is a lazy line of the paragraph. On `> # b` the heading closes the item.
 *
 * Linear time: each character is read a bounded number of times per line, the number of matched containers
 * is bounded, and the searches that could fail repeatedly remember their last failure.
 *
 * Longer than other files: every kind of block changes the same open containers and leaf.
 */
export class BlockScanner {
  readonly #text: string;
  readonly #cursor: Cursor;
  readonly #leaf: Leaf;
  readonly #step: Step;
  /** Definitions found so far. */
  readonly found: Labels = { links: undefined, footnotes: undefined };
  readonly #open: OpenContainers = new OpenContainers();
  /**
   * The list level of the paragraph that this line would interrupt, or -1 without one; such a paragraph
   * restricts which list markers may start an item.
   */
  #interrupted = -1;
  /** The printed list and footnote markers of this line. */
  #prefix = "";
  /**
   * The position that kept the line from being a rule of `#ruleCode`; a later marker of this line before
   * that position need not search again.
   */
  #ruleCode = 0;
  #ruleBreak = 0;

  /** @param known definitions from a first pass over the text */
  constructor(text: string, known: Labels, step: Step) {
    this.#text = text;
    this.#step = step;
    this.#cursor = new Cursor(text);
    this.#leaf = new Leaf(known, this.found, step);
  }

  /** Whether the text contains a relevant NUL; the result is then invalid. */
  get metNul(): boolean {
    return this.#leaf.inline.metNul;
  }

  /**
   * Converts the text, line by line. There is no tree: a block is written as soon as it ends, so that only
   * the open leaf and the stack of containers are in memory beside input and output.
   */
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

  /** Processes one line in the three steps above. */
  #line(from: number, end: number): void {
    const cursor = this.#cursor;
    const leaf = this.#leaf;
    cursor.begin(from, end);
    this.#prefix = "";
    const open = this.#open;
    open.match(cursor);
    const { all } = open;
    // Inside of a fence no line starts a block. A line that leaves a container of the fence also ends the
    // fence, even without a closing marker.
    if (leaf.inFence) {
      if (all) {
        leaf.fenceLine(cursor);
        return;
      }
      leaf.close();
    }
    // A blank line ends a paragraph and every quote, but no item with content; see `continues`.
    if (cursor.blank) {
      if (all) leaf.blank();
      else leaf.close();
      open.close();
      leaf.out.blank();
      return;
    }
    // A line that leaves a container does not interrupt the paragraph in it: any list marker may start an
    // item there.
    this.#interrupted = all && leaf.inParagraph ? open.inner.level : -1;
    this.#ruleBreak = 0;
    let next = AGAIN;
    // Each container marker leaves the cursor at the next possible block start of the same line: `> - # x`.
    while (next === AGAIN) {
      this.#step();
      const code = this.#text.charCodeAt(cursor.at);
      next = code < 128 && starts[code] === 1 ? this.#block(code) : TEXT;
    }
    if (next === TEXT) this.#content();
  }

  /** Starts a block inside the matched containers: closes the open leaf and the unmatched containers. */
  #begin(): Container {
    this.#leaf.close();
    this.#open.close();
    this.#open.inner.fresh = false;
    return this.#open.inner;
  }

  /** Starts a block other than a list item, which also ends a preceding ordered list. */
  #beginOther(): Container {
    const parent = this.#begin();
    parent.list = undefined;
    return parent;
  }

  /** Tries to start a block with the character `code`. The order of the checks is CommonMark's precedence. */
  #block(code: number): number {
    const { at, end, indent, inItem } = this.#cursor;
    const text = this.#text;
    const leaf = this.#leaf;
    // A fast path: `**` followed by text is most often bold text, and neither a rule nor an item.
    if (code === ASTERISK && text.charCodeAt(at + 1) === ASTERISK) {
      const third = text.charCodeAt(at + 2);
      if (third !== ASTERISK && !isBlank(third) && at + 2 < end) return TEXT;
    }
    // Outside of lists, an indent of 4 columns is code; only an open list's next item may be indented so
    // far.
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
    // An underline, a rule and a divider row may all be made of dashes. Below a paragraph the line is an
    // underline first; without one it is a rule; and only a line with `|` or `:` is a divider row.
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

  /**
   * Whether the line is a rule (`---`, `* * *`). A line of many markers such as `- - - x` would be searched
   * once per marker; the remembered position makes that a single search.
   */
  #isRule(code: number): boolean {
    const { at, end } = this.#cursor;
    if (code === this.#ruleCode && at < this.#ruleBreak) return false;
    this.#ruleCode = code;
    this.#ruleBreak = ruleBreak(this.#text, at, end);
    return this.#ruleBreak === -1;
  }

  /** Writes an ATX heading (`## text`) as a line of its text; one without text leaves only its list marker. */
  #heading(): number {
    const content = headingContent(this.#text, this.#cursor.at, this.#cursor.end);
    if (content === undefined) return TEXT;
    const { level } = this.#beginOther();
    const indent = indentOf(level);
    if (content === "") this.#leaf.out.marker(this.#prefix);
    else this.#leaf.heading(this.#prefix === "" ? indent : this.#prefix, indent, content);
    return DONE;
  }

  /** Opens a quote. Its content is scanned for further blocks. */
  #quote(): number {
    if (!this.#cursor.atQuote) return TEXT;
    const { level } = this.#beginOther();
    this.#cursor.enterQuote();
    this.#open.push(container(QUOTE, 0, 0, level));
    return this.#unlessEmpty();
  }

  /** Continues behind a container's marker, or ends a line without content. */
  #unlessEmpty(): number {
    if (!this.#cursor.blank) return AGAIN;
    if (this.#prefix === "") this.#leaf.out.blank();
    else this.#leaf.out.marker(this.#prefix);
    return DONE;
  }

  /**
   * Opens a footnote definition (`[^label]:`), a container whose marker is printed as `[label]`. The label
   * is recorded; only references to a recorded label are converted, which is why a text with definitions is
   * converted twice (`markdownToPlainText`).
   */
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

  /** Appends a printed marker; the first one of a line is indented. */
  #mark(level: number, marker: string): void {
    if (this.#prefix !== "") this.#prefix += marker;
    else this.#prefix = level === 0 ? marker : indentOf(level) + marker;
  }

  /**
   * Opens a list item. CommonMark's restriction: an empty item, or a number other than 1, does not
   * interrupt a paragraph; otherwise a line such as `2020.` in running text would start a list.
   */
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
    // For an empty item, and before indented code, the content starts one column behind the marker.
    const content = indent + (empty || width > after - at + 4 ? after - at + 1 : width);
    this.#open.push(container(ITEM, indent, content, parent.level + 1));
    cursor.inItem = true;
    return this.#unlessEmpty();
  }

  /** Adds the line as text: to a paragraph, a table or indented code. */
  #content(): void {
    const leaf = this.#leaf;
    const cursor = this.#cursor;
    const { at, end, start } = cursor;
    const all = this.#open.all;
    // A line with fewer `>` than the paragraph starts a new one; only a line without any `>` can be lazy.
    if (leaf.inParagraph && !(cursor.quoted && this.#open.leavesQuote)) {
      // Lazy lines keep their own indent.
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
