/** A part of a list, newest first. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** What `before` of the next page is, or `null` when this is the last one. */
  readonly next: number | null;
}

/** Which part of a list is wanted. */
export interface PageOptions {
  /** Items older than the one with this id. @default the newest */
  readonly before?: number;
  /** @default 50, at most 500 */
  readonly limit?: number;
}

const LIMITS = { default: 50, most: 500 };

/** The number of items on a page. */
export function pageSize({ limit = LIMITS.default }: PageOptions): number {
  return Math.min(Math.max(Math.trunc(limit), 1), LIMITS.most);
}

/**
 * Makes a page of rows in descending order of their ids.
 *
 * @param rows one more than the page's size, if there are so many
 */
export function toPage<Row extends { readonly id: number }, Item>(
  rows: readonly Row[],
  size: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, size);
  return {
    items: shown.map(toItem),
    next: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
  };
}
