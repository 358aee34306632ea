import type { AnyNode } from "acorn";

/** Whether the value is a node of the syntax tree. */
export function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    typeof value.type === "string" &&
    "start" in value
  );
}

/** The node without a `?.` chain around it. */
export function unchained(node: AnyNode): AnyNode {
  return node.type === "ChainExpression" ? node.expression : node;
}

/** The children of a node, in the order of the source. */
export function childrenOf(node: AnyNode): AnyNode[] {
  const found: AnyNode[] = [];
  let last = -1;
  let isSorted = true;
  const add = (value: unknown): void => {
    if (!isNode(value)) return;
    isSorted &&= value.start >= last;
    last = value.start;
    found.push(value);
  };
  for (const value of Object.values(node)) {
    // An array of two numbers is the node's range.
    if (!Array.isArray(value)) add(value);
    else if (typeof value[0] !== "number") for (const item of value) add(item);
  }
  return isSorted ? found : found.toSorted((a, b) => a.start - b.start);
}

/** A syntax tree as flat arrays. */
export interface FlatTree {
  /** Parents come before their children, all in the order of the source. */
  readonly nodes: readonly AnyNode[];
  readonly parents: ReadonlyMap<AnyNode, AnyNode>;
  /** The depth of each node; the root has 1. */
  readonly levels: readonly number[];
  readonly depth: number;
  /** The innermost function around each node; a function node itself belongs to the next outer one. */
  readonly functions: ReadonlyMap<AnyNode, AnyNode>;
  /** A node and all nodes below it. */
  within(node: AnyNode): readonly AnyNode[];
}

/** Flattens a tree without recursion, because the author chooses its depth. */
export function flatten(root: AnyNode): FlatTree {
  const nodes: AnyNode[] = [];
  const levels: number[] = [];
  const parents = new Map<AnyNode, AnyNode>();
  const functions = new Map<AnyNode, AnyNode>();
  const left: { node: AnyNode; level: number; outer: AnyNode | undefined }[] = [
    { node: root, level: 1, outer: undefined },
  ];
  let depth = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node, level, outer } = next;
    nodes.push(node);
    levels.push(level);
    depth = Math.max(depth, level);
    const children = childrenOf(node);
    const around = isFunction(node) ? node : outer;
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      // `export { a }` has the same node in two places.
      if (child === undefined || parents.has(child)) continue;
      parents.set(child, node);
      if (around !== undefined) functions.set(child, around);
      left.push({ node: child, level: level + 1, outer: around });
    }
  }
  const within = (node: AnyNode): readonly AnyNode[] => nodes.slice(...rangeOf(nodes, node));
  return { nodes, levels, parents, functions, depth, within };
}

function isFunction({ type }: AnyNode): boolean {
  return (
    type === "FunctionDeclaration" ||
    type === "FunctionExpression" ||
    type === "ArrowFunctionExpression"
  );
}

/** The range of a node and all nodes below it in the list: they are adjacent, because parents come first. */
function rangeOf(nodes: readonly AnyNode[], node: AnyNode): [first: number, next: number] {
  let first = firstFrom(nodes, node.start);
  while (first < nodes.length && nodes[first] !== node) first += 1;
  return [first, Math.max(first + 1, firstFrom(nodes, node.end))];
}

/** The index of the first node that starts at `start` or later. */
function firstFrom(nodes: readonly AnyNode[], start: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.start ?? start) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
