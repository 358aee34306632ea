import {
  BRACKET_OPEN,
  CARET,
  COLON,
  EQUALS,
  GREATER,
  HASH,
  PIPE,
  SPACE,
  TAB,
  TILDE,
  BACKTICK,
  isBlank,
  isDigit,
} from "./characters.ts";
import {
  type Container,
  FOOTNOTE,
  ITEM,
  MAX_DEPTH,
  type Numbering,
  QUOTE,
  ROOT,
  indentOf,
} from "./containers.ts";
import { Leaf } from "./leaf.ts";
import {
  circled,
  fenceEnd,
  headingContent,
  isKaomoji,
  isUnderline,
  listMarkerEnd,
  ruleBreak,
  skipBlanks,
} from "./lines.ts";
import { type Labels, footnoteLabelEnd, normaliseLabel } from "./links.ts";
import { dividerCells } from "./tables.ts";
import { inline } from "./inline.ts";

/** ASCII codes with which a line can begin that is more than paragraph text. */
const starts = new Uint8Array(128);
for (const char of "#>-+*_=~`|:[0123456789") starts[char.charCodeAt(0)] = 1;

/** How a line goes on after {@link BlockScanner} looked for one more block start. */
const TEXT = 0;
const AGAIN = 1;
const DONE = 2;

/** Reads a text line by line and writes it to the output, block by block. */
export class BlockScanner {
  readonly #text: string;
  readonly #leaf: Leaf;
  /** Definitions that were met on the way. */
  readonly found: Labels = { links: new Set(), footnotes: new Set() };
  readonly #stack: Container[] = [container(ROOT, 0, 0, 0)];
  /** Where the current line is read: next place, its column, end of line. */
  #at = 0;
  #column = 0;
  #end = 0;
  /** Where the content of the innermost matched quote or footnote starts: place and column. */
  #start = 0;
  #origin = 0;
  /** How many open containers the line continues. */
  #depth = 0;
  /** Whether the line is inside a list item, where no indent is too deep. */
  #inItem = false;
  /** The list level of the paragraph that the line would interrupt, or -1: limits list markers. */
  #interrupted = -1;
  /** The list markers of this line, as printed. */
  #prefix = "";
  /** Rules were looked for up to here in vain: keeps a line of many markers linear. */
  #ruleCode = 0;
  #ruleBreak = 0;

  constructor(text: string, known: Labels) {
    this.#text = text;
    this.#leaf = new Leaf(known, this.found.links);
    this.#known = known;
  }
  readonly #known: Labels;

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
    this.#at = from;
    this.#start = from;
    this.#column = 0;
    this.#origin = 0;
    this.#end = end;
    this.#inItem = false;
    this.#prefix = "";
    this.#ruleBreak = 0;
    this.#skip();
    this.#depth = this.#stack.length === 1 ? 1 : this.#match();
    const all = this.#depth === this.#stack.length;
    if (this.#leaf.inFence) {
      if (all) {
        this.#leaf.fenceLine(this.#text, this.#at, end, this.#column - this.#origin, this.#start);
        return;
      }
      this.#leaf.close();
    }
    if (this.#at === end) {
      this.#blank();
      return;
    }
    const innermost = this.#stack[this.#depth - 1];
    this.#interrupted = all && this.#leaf.inParagraph ? (innermost?.level ?? 0) : -1;
    let next = AGAIN;
    while (next === AGAIN) {
      const code = this.#text.charCodeAt(this.#at);
      next = code < 128 && starts[code] === 1 ? this.#block(code) : TEXT;
    }
    if (next === TEXT) this.#content();
  }

  /** Moves over spaces and tabs, counting columns. */
  #skip(): void {
    const text = this.#text;
    let at = this.#at;
    let column = this.#column;
    for (; at < this.#end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === SPACE) column += 1;
      else if (code === TAB) column += 4 - (column & 3);
      else break;
    }
    this.#at = at;
    this.#column = column;
  }

  /** Moves past `width` characters of a marker, then over spaces and tabs. */
  #advance(width: number): void {
    this.#at += width;
    this.#column += width;
    this.#skip();
  }

  /** Walks the open containers as far as the line continues them, and tells how far. */
  #match(): number {
    const stack = this.#stack;
    let depth = 1;
    for (; depth < stack.length; depth += 1) {
      const open = stack[depth];
      if (open === undefined) break;
      const blank = this.#at === this.#end;
      if (open.kind === QUOTE) {
        if (blank || !this.#isQuote()) break;
        this.#enterQuote();
      } else if (open.kind === ITEM) {
        // An item that starts with a blank line ends there.
        if (blank ? open.fresh : this.#column - this.#origin < open.column + 2) break;
        this.#inItem = true;
      } else if (!blank) {
        if (this.#column - this.#origin < 4) break;
        this.#origin += 4;
        this.#inItem = false;
      }
    }
    return depth;
  }

  /** Whether a `>` that starts a quote is next. */
  #isQuote(): boolean {
    const text = this.#text;
    return (
      text.charCodeAt(this.#at) === GREATER &&
      (this.#inItem || this.#column - this.#origin < 4) &&
      !isKaomoji(text, this.#at)
    );
  }

  #enterQuote(): void {
    this.#at += 1;
    this.#column += 1;
    this.#origin = this.#column;
    this.#start = this.#at;
    if (isBlank(this.#text.charCodeAt(this.#at))) {
      this.#origin += 1;
      this.#start += 1;
    }
    this.#inItem = false;
    this.#skip();
  }

  #blank(): void {
    if (this.#depth < this.#stack.length) this.#leaf.close();
    else this.#leaf.blank();
    this.#stack.length = this.#depth;
    this.#leaf.out.blank();
  }

  /** Ends what the line does not continue, for a new block inside the matched containers. */
  #open(): Container {
    this.#leaf.close();
    this.#stack.length = this.#depth;
    const parent = this.#stack[this.#depth - 1] ?? container(ROOT, 0, 0, 0);
    parent.fresh = false;
    return parent;
  }

  #push(open: Container): void {
    if (this.#depth > MAX_DEPTH) return;
    this.#stack.push(open);
    this.#depth += 1;
  }

  /** Looks for the block that `code` can start. */
  #block(code: number): number {
    const text = this.#text;
    const at = this.#at;
    const end = this.#end;
    const limited = !this.#inItem && this.#column - this.#origin > 3;
    const paragraph = this.#leaf.inParagraph && this.#depth === this.#stack.length;
    if (limited) {
      // Only the next item of a list may stand that far right.
      return this.#stack[this.#depth]?.kind === ITEM ? this.#item() : TEXT;
    }
    if (code === HASH) {
      const content = headingContent(text, at, end);
      if (content === undefined) return TEXT;
      const { level } = this.#leafIn();
      const prefix = this.#prefix === "" ? indentOf(level) : this.#prefix;
      if (content === "") this.#leaf.out.marker(this.#prefix);
      else this.#leaf.out.converted(prefix, inline(content, this.#known, `\n${indentOf(level)}`));
      return DONE;
    }
    if (code === GREATER) return this.#quote();
    if (code === BACKTICK || code === TILDE) {
      const marker = fenceEnd(text, at, end);
      if (marker === -1) return TEXT;
      const { level, content } = this.#leafIn();
      const indent = this.#column - this.#origin;
      this.#leaf.openFence(code, marker - at, indent, content, this.#prefix, indentOf(level));
      return DONE;
    }
    if (code === BRACKET_OPEN) return this.#footnote();
    if (paragraph && isUnderline(text, at, end) && this.#leaf.underline()) return DONE;
    if (code === EQUALS) return TEXT;
    if (code !== this.#ruleCode || at >= this.#ruleBreak) {
      this.#ruleCode = code;
      this.#ruleBreak = ruleBreak(text, at, end);
      if (this.#ruleBreak === -1) {
        this.#leafIn();
        this.#leaf.out.marker(this.#prefix);
        return DONE;
      }
    }
    if (code !== PIPE && code !== COLON) {
      const item = this.#item();
      if (item !== TEXT) return item;
    }
    if (!paragraph || (code !== 45 && code !== PIPE && code !== COLON)) return TEXT;
    const cells = dividerCells(text, at, end);
    return cells > 0 && this.#leaf.openTable(cells) ? DONE : TEXT;
  }

  /** Opens a leaf: the containers are settled, and a list that came before has ended. */
  #leafIn(): Container {
    const parent = this.#open();
    parent.list = undefined;
    return parent;
  }

  #quote(): number {
    if (!this.#isQuote()) return TEXT;
    const { level } = this.#leafIn();
    this.#enterQuote();
    this.#push(container(QUOTE, 0, 0, level));
    return this.#unlessEmpty();
  }

  /** Goes on behind a container's marker, or ends a line that has nothing there. */
  #unlessEmpty(): number {
    if (this.#at < this.#end) return AGAIN;
    if (this.#prefix === "") this.#leaf.out.blank();
    else this.#leaf.out.marker(this.#prefix);
    return DONE;
  }

  #footnote(): number {
    const text = this.#text;
    if (text.charCodeAt(this.#at + 1) !== CARET) return TEXT;
    const close = footnoteLabelEnd(text, this.#at + 2);
    if (close === -1 || text.charCodeAt(close + 1) !== COLON) return TEXT;
    const label = text.slice(this.#at + 2, close);
    this.found.footnotes.add(normaliseLabel(label));
    const { level } = this.#leafIn();
    this.#prefix += `${this.#prefix === "" ? indentOf(level) : ""}[${label}] `;
    this.#advance(close + 2 - this.#at);
    this.#start = this.#at;
    this.#origin = this.#column;
    this.#inItem = false;
    this.#push(container(FOOTNOTE, 0, 0, level));
    return this.#unlessEmpty();
  }

  #item(): number {
    const text = this.#text;
    const at = this.#at;
    const after = listMarkerEnd(text, at, this.#end);
    if (after === -1) return TEXT;
    const first = text.charCodeAt(at);
    const number = isDigit(first) ? Number.parseInt(text.slice(at, after - 1), 10) : -1;
    const empty = skipBlanks(text, after, this.#end) === this.#end;
    if (empty && this.#interrupted !== -1) return TEXT;
    if (number !== -1 && number !== 1 && this.#interrupted === 0) return TEXT;
    const parent = this.#open();
    let marker = "•";
    if (number === -1) parent.list = undefined;
    else marker = this.#number(parent, number, text.slice(at, after));
    const column = this.#column - this.#origin;
    this.#advance(after - at);
    const width = after - at;
    const gap = this.#column - this.#origin - column - width;
    this.#prefix += `${this.#prefix === "" ? indentOf(parent.level) : ""}${marker} `;
    const content = column + width + (empty || gap > 4 ? 1 : gap);
    this.#push(container(ITEM, column, content, parent.level + 1));
    this.#inItem = true;
    return this.#unlessEmpty();
  }

  /** The printed marker of an ordered item; a repeated number counts on. */
  #number(parent: Container, written: number, source: string): string {
    const delimiter = source.charCodeAt(source.length - 1);
    const before: Numbering | undefined = parent.list;
    let printed = written;
    if (before?.delimiter === delimiter && before.written === written) printed = before.printed + 1;
    parent.list = { delimiter, written, printed };
    return circled(printed) ?? (printed === written ? source : printed + source.slice(-1));
  }

  /** The line is text: of a paragraph, a table row or indented code. */
  #content(): void {
    const leaf = this.#leaf;
    const text = this.#text;
    const all = this.#depth === this.#stack.length;
    const content = text.slice(this.#at, this.#end);
    if (leaf.inParagraph) {
      // Lazy lines keep their indent.
      const level = all ? (this.#stack[this.#depth - 1]?.level ?? 0) : 0;
      leaf.continue(level > 0 ? indentOf(level) : text.slice(this.#start, this.#at), content);
      return;
    }
    if (!this.#inItem && this.#column - this.#origin > 3) {
      if (!leaf.inCode || !all) this.#leafIn();
      leaf.code(text.slice(this.#start, this.#end), this.#prefix);
      return;
    }
    if (leaf.inTable && all && content.includes("|")) {
      leaf.row(content);
      return;
    }
    const fresh = this.#stack[this.#depth - 1]?.fresh === true;
    const { level } = this.#leafIn();
    const indent = level > 0 ? indentOf(level) : text.slice(this.#start, this.#at);
    leaf.openParagraph(this.#prefix, indent, content, fresh && this.#inItem, indentOf(level));
  }
}

function container(kind: number, column: number, content: number, level: number): Container {
  return { kind, column, content, level, fresh: true, list: undefined };
}
