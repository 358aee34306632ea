/**
 * Options for an `LRUCache` with at most so many entries. Its own option `max` allocates memory for all
 * of them at once, for each bot of a host: 170 kB for 10,000, which take about a millisecond. Counted as
 * sizes of 1, entries are allocated as they come.
 *
 * @example
 * const names = new LRUCache<string, string>(entryLimit(10_000));
 */
export function entryLimit(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
