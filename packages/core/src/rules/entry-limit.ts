/**
 * Options for an `LRUCache` with at most this number of entries. Its own option `max` allocates memory for all
 * of them at once, in each bot or test that makes one: 3 MB for 100,000. Counted as sizes of 1, entries are
 * allocated as they come.
 *
 * @example
 * const names = new LRUCache<string, string>(entryLimit(10_000));
 */
export function entryLimit(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
