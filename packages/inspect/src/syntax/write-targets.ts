import type { AnyNode } from "acorn";
import type { Script } from "./read.ts";
import { unchained } from "./walk.ts";

/** A target that is assigned, incremented or deleted. */
export interface WriteTarget {
  readonly target: AnyNode;
  /** The whole expression. */
  readonly by: AnyNode;
}

/** All write targets of a file, including those inside patterns; declarations do not count. */
export function writeTargetsOf(script: Script): WriteTarget[] {
  const found: WriteTarget[] = [];
  for (const by of script.nodes) {
    const written = writtenBy(by);
    if (written) for (const target of parts(written)) found.push({ target, by });
  }
  return found;
}

function writtenBy(node: AnyNode): AnyNode | undefined {
  switch (node.type) {
    case "AssignmentExpression":
    case "ForInStatement":
    case "ForOfStatement":
      return node.left;
    case "UpdateExpression":
      return node.argument;
    case "UnaryExpression":
      return node.operator === "delete" ? node.argument : undefined;
    default:
      return undefined;
  }
}

function parts(node: AnyNode): AnyNode[] {
  const target = unchained(node);
  switch (target.type) {
    case "ArrayPattern":
      return target.elements.flatMap((item) => (item ? parts(item) : []));
    case "ObjectPattern":
      return target.properties.flatMap((item) =>
        parts(item.type === "Property" ? item.value : item.argument),
      );
    case "AssignmentPattern":
      return parts(target.left);
    case "RestElement":
      return parts(target.argument);
    case "MemberExpression":
    case "Identifier":
      return [target];
    default:
      return [];
  }
}

/** Functions that change their first argument. */
export const CHANGERS: ReadonlySet<string> = new Set([
  "Object.assign",
  "Object.defineProperties",
  "Object.defineProperty",
  "Object.setPrototypeOf",
  "Reflect.defineProperty",
  "Reflect.deleteProperty",
  "Reflect.set",
  "Reflect.setPrototypeOf",
]);
