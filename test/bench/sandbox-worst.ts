import type { Numbers } from "./sandbox-child.ts";

/** The number of rows in a table of the worst attacks. */
export const WORST = 8;

/** Sorts rows by a field, the largest value first. */
export function sortedBy(rows: ReadonlyMap<string, Numbers>, field: string): [string, Numbers][] {
  return [...rows].toSorted(([, one], [, other]) => (other[field] ?? NaN) - (one[field] ?? NaN));
}

/** Finds the largest value of a field, with the name of its row. */
export function worstBy(
  rows: ReadonlyMap<string, Numbers>,
  field: string,
): [name: string, value: number] {
  const [worst] = sortedBy(rows, field);
  return worst === undefined ? ["none", NaN] : [worst[0], worst[1][field] ?? NaN];
}
