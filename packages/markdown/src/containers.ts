/** The kinds of blocks that hold other blocks. */
export const ROOT = 0;
export const QUOTE = 1;
export const ITEM = 2;
export const FOOTNOTE = 3;

/** What an ordered list remembers from item to item. */
export interface Numbering {
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
export const MAX_DEPTH = 100;
const MAX_PRINTED_LEVEL = 10;

const indents = Array.from({ length: MAX_PRINTED_LEVEL + 1 }, (_, level) => "  ".repeat(level));

/** The printed indent of lines inside `level` list items. */
export function indentOf(level: number): string {
  return indents[level] ?? indents[MAX_PRINTED_LEVEL] ?? "";
}

export function container(kind: number, column: number, content: number, level: number): Container {
  return { kind, column, content, level, fresh: true, list: undefined };
}
