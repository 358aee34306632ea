/** Matches what follows the name of a member. */
const COLON = /\s*:/y;

/** The places of members in a JSON text. */
export interface MemberPlaces {
  /** The place of the member with this path among all members at the depth. */
  readonly of: (path: readonly string[]) => number;
}

/**
 * Finds in which order a JSON text has the members of its objects at a depth. The objects that `JSON.parse` makes do
 * not say it, because JavaScript puts names that look like integers first.
 *
 * @param text valid JSON
 * @param depth 1 for the members of the text's own object
 */
export function findMemberPlaces(text: string, depth: number): MemberPlaces {
  const places = new Map<string, number>();
  const path: string[] = [];
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "{" || character === "[") level += 1;
    else if (character === "}" || character === "]") level -= 1;
    else if (character === '"') {
      const end = endOfString(text, at);
      if (level <= depth && isName(text, end)) {
        const name: string = JSON.parse(text.slice(at, end));
        path.splice(level - 1, path.length, name);
        const id = JSON.stringify(path);
        if (level === depth && !places.has(id)) places.set(id, places.size);
      }
      at = end - 1;
    }
  }
  return { of: (of) => places.get(JSON.stringify(of)) ?? 0 };
}

/** The position after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function isName(text: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(text);
}
