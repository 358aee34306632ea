import type { AnyNode } from "acorn";
import type { Evaluator } from "../evaluate/evaluator.ts";
import type { Script } from "../syntax/read.ts";
import { unchained } from "../syntax/walk.ts";
import { CHANGERS } from "../syntax/write-targets.ts";

/** Methods that put their arguments into the object on which they are called. */
const COLLECTS = /^(?:add|append|concat|enqueue|fill|push|set|splice|unshift|update|write)$/u;
/** The most names of one object that are followed back to its creation. */
const MAX_NAMES = 8;

type Call = AnyNode & { type: "CallExpression" | "NewExpression" };

/** The objects that a call puts one of its arguments into: `list.push(x)`, `Object.assign(target, x)`. */
export function collectorsOf(
  { script, evaluator }: { script: Script; evaluator: Evaluator },
  { callee: given, arguments: args }: Call,
  index: number,
): AnyNode[] {
  const callee = unchained(given);
  if (callee.type !== "MemberExpression") return [];
  if (collects(evaluator, callee)) return allNames({ script, evaluator }, callee.object);
  const target = args[targetOf(evaluator, callee, args[0])];
  return target && args[index] !== target ? allNames({ script, evaluator }, target) : [];
}

/** The index of the argument that is changed; -1: none. */
function targetOf(
  evaluator: Evaluator,
  callee: AnyNode & { type: "MemberExpression" },
  first: AnyNode | undefined,
): number {
  const path = pathOf(evaluator, callee);
  if (CHANGERS.has(path)) return 0;
  // `Reflect.apply(list.push, list, …)`
  if (path === "Reflect.apply") return first && collects(evaluator, unchained(first)) ? 1 : -1;
  const isCalled = /^(?:apply|call)$/u.test(evaluator.keyOf(callee) ?? "");
  return isCalled && collects(evaluator, unchained(callee.object)) ? 0 : -1;
}

/** Whether an expression is a method that puts its arguments into its object. */
function collects(evaluator: Evaluator, node: AnyNode): boolean {
  if (node.type !== "MemberExpression" || !COLLECTS.test(evaluator.keyOf(node) ?? "")) return false;
  return !CHANGERS.has(pathOf(evaluator, node));
}

function pathOf(evaluator: Evaluator, node: AnyNode): string {
  const value = evaluator.evaluate(node);
  return value?.kind === "builtin" ? value.path : "";
}

/** An expression, and the first name of its object if it has another one. */
function allNames(
  { script, evaluator }: { script: Script; evaluator: Evaluator },
  node: AnyNode,
): AnyNode[] {
  const found = [unchained(node)];
  for (let steps = 0; steps < MAX_NAMES; steps += 1) {
    const binding = script.useOf.get(found.at(-1) ?? node)?.binding;
    const source = binding && evaluator.sourceOf(binding);
    if (source?.type !== "Identifier" && source?.type !== "MemberExpression") break;
    found.push(source);
  }
  return found;
}
