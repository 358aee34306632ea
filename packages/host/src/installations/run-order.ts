/** A plugin, at its place in the order that its owner wants. */
interface Ranked {
  /** The priority with which it runs now. */
  readonly priority: number;
}

/**
 * Finds priorities that make plugins run in the given order, and changes as few as possible. Plugins with smaller
 * priorities run first, and those with the same priority in the given order.
 *
 * The longest non-decreasing subsequence keeps its priorities; each other plugin takes that of its predecessor, or at
 * the beginning that of the next plugin that keeps its own.
 *
 * @example
 * prioritiesFor([{ priority: 100 }, { priority: 60 }, { priority: 70 }]); // [60, 60, 70]
 */
export function prioritiesFor(order: readonly Ranked[]): number[] {
  const kept = longestRising(order.map(({ priority }) => priority));
  const priorities: number[] = [];
  for (const [place, { priority }] of order.entries()) {
    const next = order.find((_, later) => later > place && kept.has(later));
    priorities.push(kept.has(place) ? priority : (priorities.at(-1) ?? next?.priority ?? priority));
  }
  return priorities;
}

/** The places of a longest non-decreasing subsequence. */
function longestRising(values: readonly number[]): ReadonlySet<number> {
  /** By place: the length of the longest subsequence that ends there, and the place before it in that subsequence. */
  const best: { readonly length: number; readonly before: number }[] = [];
  for (const value of values) {
    let found = { length: 1, before: -1 };
    for (const [earlier, { length }] of best.entries()) {
      const rises = (values[earlier] ?? 0) <= value;
      if (rises && length + 1 > found.length) found = { length: length + 1, before: earlier };
    }
    best.push(found);
  }
  const longest = Math.max(...best.map(({ length }) => length));
  const places = new Set<number>();
  for (
    let place = best.findIndex(({ length }) => length === longest);
    place >= 0;
    place = best[place]?.before ?? -1
  ) {
    places.add(place);
  }
  return places;
}
