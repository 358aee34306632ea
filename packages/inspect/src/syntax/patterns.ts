import type { AnyNode } from "acorn";

/** Keys that lead through a pattern to a name. */
const MAX_PATTERN_PATH = 20;

/** The keys that lead through a pattern to its names: for `b` in `{ a: [b] }` these are `a` and `0`. */
export function patternPaths(pattern: AnyNode): Map<AnyNode, readonly string[]> {
  const found = new Map<AnyNode, readonly string[]>();
  const left: { part: AnyNode; path: readonly string[] }[] = [{ part: pattern, path: [] }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { part, path } = next;
    if (path.length > MAX_PATTERN_PATH) continue;
    if (part.type === "AssignmentPattern") left.push({ part: part.left, path });
    else if (part.type === "ArrayPattern") {
      for (const [index, item] of part.elements.entries()) {
        if (item) left.push({ part: item, path: [...path, `${index}`] });
      }
    } else if (part.type === "ObjectPattern") {
      for (const item of part.properties) {
        if (item.type !== "Property" || item.computed) continue;
        const { key, value } = item;
        if (key.type === "Identifier") left.push({ part: value, path: [...path, key.name] });
        else if (key.type === "Literal") {
          left.push({ part: value, path: [...path, String(key.value)] });
        }
      }
    } else found.set(part, path);
  }
  return found;
}
