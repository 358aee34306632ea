/**
 * Options for an `LRUCache` with at most this number of entries. The cache's own option `max` would allocate memory
 * for all entries at once, in each bot or test that creates a cache: 3 MB for 100,000. With a size of 1 for each
 * entry the cache allocates memory as entries are added.
 *
 * @example
 * const names = new LRUCache<string, string>(entryLimit(10_000));
 */
export function entryLimit(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
