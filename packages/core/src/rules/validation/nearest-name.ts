/** Maximum length: a longer name is hardly a typing error, and comparing costs the product of both lengths. */
const MAX_LENGTH = 40;

/**
 * The known name that was probably meant: ignoring case, `_` and `-`, at most one typing error away for a name of up
 * to four characters and two for a longer one; otherwise undefined. A typing error is a missing, additional, wrong or
 * swapped character.
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
 * Advice about an unknown name: the name that was probably meant, otherwise the list of all names.
 *
 * @param owner the object that has the names
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
