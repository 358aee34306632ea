/** Longer names are no slips of the keyboard, and comparing them costs their product. */
const MAX_LENGTH = 40;

/**
 * The name that someone probably meant: without regard to case, `_` and `-`, at most one slip away in a short
 * name and two in a longer one, else undefined. A slip is a missing, additional, wrong or swapped character.
 *
 * @example
 * nearestName("permisions", ["slug", "permissions"]); // permissions
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > MAX_LENGTH) return undefined;
  const most = given.length <= 4 ? 1 : 2;
  let nearest: string | undefined;
  let least = most + 1;
  for (const name of names) {
    const slips = countSlips(plain(given), plain(name));
    if (slips < least) [nearest, least] = [name, slips];
  }
  return nearest;
}

/**
 * What to say of a name that does not exist: the one that was probably meant, else all that there are.
 *
 * @param owner what has the names
 * @example
 * adviseName("modell", ["model", "sides"]); // did you mean model?
 * adviseName("colour", ["model", "sides"]); // it has model, sides
 */
export function adviseName(given: string, names: readonly string[], owner = "it"): string {
  const meant = nearestName(given, names);
  return meant === undefined ? `${owner} has ${names.join(", ")}` : `did you mean ${meant}?`;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/gu, "");
}

/** The optimal string alignment distance, row by row. */
function countSlips(from: string, to: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      let slips = Math.min(
        (before[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (before[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && isSwapped) {
        slips = Math.min(slips, (twoBefore[column - 2] ?? 0) + 1);
      }
      current.push(slips);
    }
    [twoBefore, before] = [before, current];
  }
  return before[to.length] ?? 0;
}
