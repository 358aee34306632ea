import type { Numbers } from "./sandbox-child.ts";

/** Rows of a table of the worst. */
export const WORST = 8;

/** What was measured, the largest first. */
export function sortedBy(rows: ReadonlyMap<string, Numbers>, field: string): [string, Numbers][] {
  return [...rows].toSorted(([, one], [, other]) => (other[field] ?? NaN) - (one[field] ?? NaN));
}

/** The largest, with its name. */
export function worstBy(
  rows: ReadonlyMap<string, Numbers>,
  field: string,
): [name: string, value: number] {
  const [worst] = sortedBy(rows, field);
  return worst === undefined ? ["none", NaN] : [worst[0], worst[1][field] ?? NaN];
}
