import type { AnyNode } from "acorn";
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

/** Functions whose name is used other than to call them: who calls them, and with what, is not known. */
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
