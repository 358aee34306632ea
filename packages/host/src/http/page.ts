/** A page of a list whose rows have ids. */
export interface Page<T> {
  readonly items: T[];
  /** The `before` of the next page; `null`: this is the last page. */
  readonly next: number | null;
}

/**
 * Makes a page of rows that were read with a limit of one more than the page's.
 *
 * @example
 * pageOf(await users.list({ limit: limit + 1 }), limit);
 */
export function pageOf<T extends { readonly id: number }>(
  rows: readonly T[],
  limit: number,
): Page<T> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
