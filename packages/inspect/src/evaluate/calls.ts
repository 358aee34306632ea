import type { AnyNode } from "acorn";
import type { Evaluator } from "./evaluator.ts";
import type { Script } from "../syntax/read.ts";
import type { Binding } from "../syntax/scopes.ts";

type Call = AnyNode & { type: "CallExpression" };

/** The calls of each function that has a name. */
export function callsByFunction(script: Script): Map<AnyNode, Call[]> {
  const calls = new Map<AnyNode, Call[]>();
  for (const call of script.nodes) {
    if (call.type !== "CallExpression") continue;
    const owner = valueOf(script.useOf.get(call.callee)?.binding);
    if (!owner) continue;
    const known = calls.get(owner);
    if (known === undefined) calls.set(owner, [call]);
    else known.push(call);
  }
  return calls;
}

/** The function of the file that a callee denotes, directly or by a name that is defined once. */
export function functionOf(
  script: Script,
  evaluator: Evaluator,
  callee: AnyNode,
): AnyNode | undefined {
  if (callee.type.includes("Function")) return callee;
  const binding = script.useOf.get(callee)?.binding;
  const [definition] = binding?.definitions ?? [];
  if (binding === undefined || definition === undefined || definition.kind === "Parameter") {
    return undefined;
  }
  const source = evaluator.sourceOf(binding) ?? definition.node;
  return source.type.includes("Function") ? source : undefined;
}

/** The expressions whose values the functions of a file return. */
export function resultsByFunction(script: Script): Map<AnyNode, AnyNode[]> {
  const found = new Map<AnyNode, AnyNode[]>();
  const add = (fn: AnyNode | undefined, result: AnyNode | null | undefined): void => {
    if (!fn || !result) return;
    const known = found.get(fn);
    if (known === undefined) found.set(fn, [result]);
    else known.push(result);
  };
  for (const node of script.nodes) {
    if (node.type === "ReturnStatement") add(script.functions.get(node), node.argument);
    else if (node.type === "ArrowFunctionExpression" && node.expression) add(node, node.body);
  }
  return found;
}

/** Functions whose name is used other than in a call, so that their callers and arguments are not known. */
export function functionsPassedOn(script: Script): ReadonlySet<AnyNode> {
  const found = new Set<AnyNode>();
  for (const binding of script.bindings) {
    const owner = valueOf(binding);
    if (!owner || !("params" in owner)) continue;
    const isPassedOn = binding.uses.some(({ node, isRead }) => {
      const parent = script.parents.get(node);
      return isRead && !(parent?.type === "CallExpression" && parent.callee === node);
    });
    if (isPassedOn) found.add(owner);
  }
  return found;
}

/** The function or the initial value that a name is defined with; a parameter is defined by its function. */
function valueOf(binding: Binding | undefined): AnyNode | null | undefined {
  const [definition] = binding?.definitions ?? [];
  if (definition === undefined || definition.kind === "Parameter") return undefined;
  const { node } = definition;
  return node.type === "VariableDeclarator" ? node.init : node;
}
