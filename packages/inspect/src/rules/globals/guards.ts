import type { AnyNode } from "acorn";
import { hasBetween } from "../../syntax/positions.ts";
import type { Script } from "../../syntax/read.ts";

/** Whether a reference to a name is guarded by a preceding `typeof name` check. */
export function createGuards(script: Script): (name: string, node: AnyNode) => boolean {
  const asked = new Map<string, number[]>();
  for (const node of script.nodes) {
    if (node.type !== "UnaryExpression" || node.operator !== "typeof") continue;
    const { argument } = node;
    const name =
      argument.type === "Identifier"
        ? argument.name
        : argument.type === "MemberExpression" && argument.property.type === "Identifier"
          ? argument.property.name
          : undefined;
    if (name === undefined) continue;
    const places = asked.get(name);
    if (places === undefined) asked.set(name, [node.start]);
    else places.push(node.start);
  }
  const known = new Map<string, Map<AnyNode, boolean>>();
  return (name, node) => {
    const places = asked.get(name);
    if (places === undefined) return false;
    let before = known.get(name);
    if (before === undefined) {
      before = new Map();
      known.set(name, before);
    }
    const passed: AnyNode[] = [];
    let below = node;
    let isGuarded = false;
    for (let up = script.parents.get(node); up !== undefined; up = script.parents.get(up)) {
      const earlier = before.get(below);
      const test = testOf(up, below);
      isGuarded = earlier ?? (test !== undefined && hasBetween(places, test.start, test.end));
      if (isGuarded || earlier !== undefined) break;
      passed.push(below);
      below = up;
    }
    for (const one of passed) before.set(one, isGuarded);
    return isGuarded;
  };
}

/** The condition that decides whether `below` is run. */
function testOf(node: AnyNode, below: AnyNode): AnyNode | undefined {
  switch (node.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return below === node.test ? undefined : node.test;
    case "LogicalExpression":
      return below === node.right ? node.left : undefined;
    default:
      return undefined;
  }
}

/** Whether the node is the operand of `typeof`. */
export function isAskedByTypeof({ parents }: Script, node: AnyNode): boolean {
  const parent = parents.get(node);
  return parent?.type === "UnaryExpression" && parent.operator === "typeof";
}
