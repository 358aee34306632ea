import { isDigit } from "./characters.ts";
import type { Cursor } from "./cursor.ts";
import { circled, numberAt } from "./lines.ts";

/** The kinds of blocks that hold other blocks. */
const ROOT = 0;
export const QUOTE = 1;
export const ITEM = 2;
export const FOOTNOTE = 3;

/** What an ordered list remembers from item to item. */
interface Numbering {
  delimiter: number;
  /** The number as written, and as printed. */
  written: number;
  printed: number;
}

/** An open block that holds other blocks. */
export interface Container {
  kind: number;
  /** Of an item: the column of its marker, and of its content, counted inside the nearest quote. */
  column: number;
  content: number;
  /** How many list items are open, this one included. */
  level: number;
  /** Whether nothing but the marker was seen yet. */
  fresh: boolean;
  /** The ordered list that was the last block inside. */
  list: Numbering | undefined;
}

/** Deeper containers lose their markers as well, but are not kept: this bounds the work per line. */
const MAX_DEPTH = 100;
const MAX_PRINTED_LEVEL = 10;

const indents = Array.from({ length: MAX_PRINTED_LEVEL + 1 }, (_, level) => "  ".repeat(level));

/** The printed indent of lines inside `level` list items. */
export function indentOf(level: number): string {
  return indents[level] ?? indents[MAX_PRINTED_LEVEL] ?? "";
}

export function container(kind: number, column: number, content: number, level: number): Container {
  return { kind, column, content, level, fresh: true, list: undefined };
}

/** The containers that are open, and how far the current line continues them. */
export class OpenContainers {
  readonly #stack: Container[];
  #depth = 1;
  /** The innermost container that the line continues. */
  inner: Container;

  constructor() {
    this.inner = container(ROOT, 0, 0, 0);
    this.#stack = [this.inner];
  }

  /** Whether the line continues all of them. */
  get all(): boolean {
    return this.#depth === this.#stack.length;
  }

  /** The outermost container that the line does not continue. */
  get next(): Container | undefined {
    return this.#stack[this.#depth];
  }

  /** Whether the line leaves a quote. */
  get leavesQuote(): boolean {
    for (let depth = this.#depth; depth < this.#stack.length; depth += 1) {
      if (this.#stack[depth]?.kind === QUOTE) return true;
    }
    return false;
  }

  /** Moves the cursor past the markers of the containers that the line continues. */
  match(cursor: Cursor): void {
    const stack = this.#stack;
    if (stack.length === 1) return;
    let depth = 1;
    for (; depth < stack.length; depth += 1) {
      const open = stack[depth];
      if (open === undefined || !continues(open, cursor)) break;
    }
    this.#depth = depth;
    this.inner = stack[depth - 1] ?? this.inner;
  }

  /** Closes those that the line does not continue. */
  close(): void {
    while (this.#stack.length > this.#depth) this.#stack.pop();
  }

  push(open: Container): void {
    if (this.#depth > MAX_DEPTH) return;
    this.#stack.push(open);
    this.#depth += 1;
    this.inner = open;
  }
}

/** Whether the line goes on inside `open`; if so, the cursor moves inside. */
function continues(open: Container, cursor: Cursor): boolean {
  const { blank } = cursor;
  if (open.kind === QUOTE) {
    if (blank || !cursor.atQuote) return false;
    cursor.enterQuote();
    return true;
  }
  if (open.kind === ITEM) {
    // An item that starts with a blank line ends there.
    if (blank ? open.fresh : cursor.indent < open.column + 2) return false;
    cursor.inItem = true;
    return true;
  }
  if (blank) return true;
  if (cursor.indent < 4) return false;
  cursor.origin += 4;
  cursor.inItem = false;
  return true;
}

/** The printed form of a list marker inside `parent`; a repeated number counts on. */
export function printedMarker(parent: Container, text: string, at: number, end: number): string {
  const { list } = parent;
  parent.list = undefined;
  if (!isDigit(text.charCodeAt(at))) return "• ";
  const written = numberAt(text, at);
  const delimiter = text.charCodeAt(end - 1);
  const repeated = list?.delimiter === delimiter && list.written === written;
  const printed = repeated ? list.printed + 1 : written;
  parent.list = { delimiter, written, printed };
  const digits = repeated ? String(printed) : text.slice(at, end - 1);
  return circled(printed) ?? `${digits}${text.charAt(end - 1)} `;
}
