import type { AnyNode } from "acorn";
import type { FlatTree } from "./walk.ts";

/** The most keys on the way through a pattern to a name. */
const MAX_PATTERN_PATH = 20;

/** The keys on the way through a pattern to each of its names: for `b` in `{ a: [b] }` these are `a` and `0`. */
export function patternPaths(
  pattern: AnyNode,
  nameOf: (item: AnyNode & { type: "Property" }) => string | undefined = writtenName,
): Map<AnyNode, readonly string[]> {
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
        const name = item.type === "Property" ? nameOf(item) : undefined;
        if (item.type !== "Property" || name === undefined) continue;
        left.push({ part: item.value, path: [...path, name] });
      }
    } else found.set(part, path);
  }
  return found;
}

/** The name of a property that the pattern contains literally. */
function writtenName({ key, computed }: AnyNode & { type: "Property" }): string | undefined {
  if (computed) return undefined;
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
}

/** The pattern that assigns a value to a name: `({ a: name } = value)`. */
export function patternThatSets(
  { parents }: Pick<FlatTree, "parents">,
  target: AnyNode,
): { pattern: AnyNode; value: AnyNode; target: AnyNode } | undefined {
  let pattern = target;
  // Each key has a property and its pattern, and perhaps a default.
  for (let level = 0; level < MAX_PATTERN_PATH * 3; level += 1) {
    const parent = parents.get(pattern);
    if (parent?.type === "AssignmentExpression") {
      const isPlain = parent.operator === "=" && parent.left === pattern;
      return isPlain ? { pattern, value: parent.right, target } : undefined;
    }
    if (parent?.type !== "Property" && parent?.type.endsWith("Pattern") !== true) return undefined;
    pattern = parent;
  }
  return undefined;
}
