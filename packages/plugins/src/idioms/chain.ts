import { IDIOMS } from "./list.ts";

/** Idioms by their first character. */
const BY_FIRST: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  IDIOMS,
  (idiom) => idiom[0] ?? "",
);

/** Whether the game knows the idiom. */
export function isKnown(idiom: string): boolean {
  return IDIOMS.has(idiom);
}

/** The character that the next idiom begins with. */
export function lastOf(idiom: string): string {
  return idiom.at(-1) ?? "";
}

/** Known idioms that may follow and were not said yet, those first that can be followed themselves. */
export function followers(idiom: string, used: readonly string[]): readonly string[] {
  const said = new Set(used);
  const free = (BY_FIRST.get(lastOf(idiom)) ?? []).filter((next) => !said.has(next));
  const open = free.filter((next) => BY_FIRST.has(lastOf(next)));
  return open.length > 0 ? open : free;
}

/** An idiom to begin with: one that has several followers. */
export function openingIdiom(random: () => number): string {
  const openings = [...IDIOMS].filter((idiom) => followers(idiom, [idiom]).length >= 3);
  return pick(openings, random) ?? "一马当先";
}

/** One of a list, `undefined` when it is empty. */
export function pick<Item>(items: readonly Item[], random: () => number): Item | undefined {
  return items[Math.floor(random() * items.length)];
}
