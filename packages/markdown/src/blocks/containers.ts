import { isDigit } from "../characters.ts";
import type { Cursor } from "./cursor.ts";
import { circled, numberAt } from "./lines.ts";

/** The kinds of blocks that contain other blocks. */
const ROOT = 0;
export const QUOTE = 1;
export const ITEM = 2;
export const FOOTNOTE = 3;

/** The numbering of an ordered list. */
interface Numbering {
  delimiter: number;
  /** The last number as written and as printed. */
  written: number;
  printed: number;
}

/** An open block that contains other blocks. */
export interface Container {
  kind: number;
  /** For an item: the columns of its marker and of its content, relative to the innermost quote. */
  column: number;
  content: number;
  /** Number of open list items, including this one. */
  level: number;
  /** Whether only the marker has been read so far. */
  fresh: boolean;
  /** The ordered list that was the last block inside, to continue its numbering. */
  list: Numbering | undefined;
}

/** Deeper containers lose their markers but are not tracked, which bounds the work per line. */
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

/** The stack of open containers, and how many of them the current line continues. */
export class OpenContainers {
  readonly #stack: Container[];
  #depth = 1;
  /** The innermost container that the line continues. */
  inner: Container;

  constructor() {
    this.inner = container(ROOT, 0, 0, 0);
    this.#stack = [this.inner];
  }

  /** Whether the line continues every open container. */
  get all(): boolean {
    return this.#depth === this.#stack.length;
  }

  /** The outermost container that the line does not continue. */
  get next(): Container | undefined {
    return this.#stack[this.#depth];
  }

  /** Whether the line ends a quote. */
  get leavesQuote(): boolean {
    for (let depth = this.#depth; depth < this.#stack.length; depth += 1) {
      if (this.#stack[depth]?.kind === QUOTE) return true;
    }
    return false;
  }

  /**
   * Matches the open containers against the line, from the outermost inwards, and moves the cursor past the
   * matched markers and indents.
   */
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

  /** Closes the containers that the line does not continue. */
  close(): void {
    while (this.#stack.length > this.#depth) this.#stack.pop();
  }

  /** Opens a container inside the innermost matched one. */
  push(open: Container): void {
    if (this.#depth > MAX_DEPTH) return;
    this.#stack.push(open);
    this.#depth += 1;
    this.inner = open;
  }
}

/** Whether the line continues `open`; if so, the cursor moves to the container's content. */
function continues(open: Container, cursor: Cursor): boolean {
  const { blank } = cursor;
  if (open.kind === QUOTE) {
    if (blank || !cursor.atQuote) return false;
    cursor.enterQuote();
    return true;
  }
  if (open.kind === ITEM) {
    // A blank line ends an item without content. Otherwise an item continues 2 columns right of its marker,
    // even under a wider marker such as `1.`, where CommonMark requires the column of the item's text.
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

/** The printed form of a list marker inside `parent`. A repeated number (`1. 1. 1.`) counts on. */
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
