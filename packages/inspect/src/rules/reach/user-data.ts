import type { AnyNode } from "acorn";
import { callsByFunction } from "../../evaluate/calls.ts";
import { hasBetween } from "../../syntax/positions.ts";
import type { Script } from "../../syntax/read.ts";
import type { Binding } from "../../syntax/scopes.ts";
import type { RuleContext } from "../context.ts";

/** Parts of the context that identify the user or contain their messages. */
const SOURCES: ReadonlySet<string> = new Set([
  "getPlatformCreds",
  "mediaBuffer",
  "msg",
  "quotedMessage",
  "userId",
]);

/** Finds what of the user an expression is made of. */
export function createUserData(context: RuleContext): { namesIn(node: AnyNode): string[] } {
  const { script } = context;
  const sources = new Map<Binding, Set<string>>();

  /** What one node takes of the user, not those below it. */
  function namesOf(node: AnyNode): Iterable<string> {
    if (node.type === "MemberExpression") {
      const name = context.evaluator.keyOf(node);
      return name !== undefined && SOURCES.has(name) ? [name] : [];
    }
    const binding = script.useOf.get(node)?.binding;
    return (binding && sources.get(binding)) ?? [];
  }

  for (const binding of script.bindings) {
    const own = binding.definitions.flatMap(({ identifier }) => contextKey(context, identifier));
    if (own.length > 0) sources.set(binding, new Set(own));
  }
  spread(
    script,
    sources,
    (root) => new Set(script.within(root).flatMap((node) => [...namesOf(node)])),
  );

  // Calls are nested: each is answered without visiting all that is in it.
  const places = new Map<string, number[]>();
  for (const node of script.nodes) {
    for (const name of namesOf(node)) {
      // `fetch(…).msg` begins where the call does.
      const { start } = node.type === "MemberExpression" ? node.property : node;
      const known = places.get(name);
      if (known === undefined) places.set(name, [start]);
      else known.push(start);
    }
  }
  const sorted = [...places].map(([name, starts]): [string, number[]] => [
    name,
    starts.toSorted((a, b) => a - b),
  ]);
  return {
    namesIn: ({ start, end }) =>
      sorted.flatMap(([name, starts]) => (hasBetween(starts, start, end) ? [name] : [])).toSorted(),
  };
}

/** The part of the context that a pattern takes: `msg` of `{ msg: { text } }`. */
function contextKey({ script, evaluator }: RuleContext, identifier: AnyNode): string[] {
  for (let up = script.parents.get(identifier); up !== undefined; up = script.parents.get(up)) {
    const name = up.type === "Property" ? evaluator.propertyName(up) : undefined;
    if (name !== undefined && SOURCES.has(name)) return [name];
    if (!up.type.endsWith("Pattern") && up.type !== "Property") return [];
  }
  return [];
}

/** Maximum rounds of propagating values through names. */
const ROUNDS = 4;
/** Maximum number of nodes; the rest has no finding, which is only informational. */
const BUDGET = 2_000_000;
/** Maximum number of calls per function whose arguments are examined. */
const MAX_CALLS = 50;

function spread(
  script: Script,
  sources: Map<Binding, Set<string>>,
  namesIn: (node: AnyNode) => Iterable<string>,
): void {
  const made = createSourceFinder(script);
  let budget = BUDGET;
  const inner = script.bindings
    .filter(({ isModuleLevel }) => !isModuleLevel)
    .map((binding) => ({ binding, makers: made(binding) }));
  for (let round = 0; round < ROUNDS; round += 1) {
    // A pattern assigns one expression to many names.
    const found = new Map<AnyNode, readonly string[]>();
    const namesOf = (node: AnyNode): readonly string[] => {
      let names = found.get(node);
      if (names === undefined) {
        budget -= node.end - node.start;
        names = budget > 0 ? [...namesIn(node)] : [];
        found.set(node, names);
      }
      return names;
    };
    let grown = 0;
    for (const { binding, makers } of inner) {
      const known = sources.get(binding) ?? new Set();
      const before = known.size;
      for (const name of makers.flatMap((node) => namesOf(node))) known.add(name);
      if (known.size === before) continue;
      sources.set(binding, known);
      grown += 1;
    }
    if (grown === 0) return;
  }
}

/** The expressions that a name may hold: declared, assigned, or passed in a call. */
function createSourceFinder(script: Script): (binding: Binding) => AnyNode[] {
  const calls = callsByFunction(script);
  const positions = new Map<AnyNode, number>();
  for (const node of script.nodes) {
    if (!("params" in node)) continue;
    for (const [index, param] of node.params.entries()) positions.set(param, index);
  }
  return ({ definitions, writes }) => {
    const assigned = writes.flatMap(({ node }) => {
      const parent = script.parents.get(node);
      return parent?.type === "AssignmentExpression" ? [parent.right] : [];
    });
    const declared = definitions.flatMap(({ identifier, node }) => {
      if (node.type === "VariableDeclarator") return node.init ?? [];
      if (!("params" in node)) return [];
      const index = positions.get(identifier) ?? -1;
      const known = (calls.get(node) ?? []).slice(0, MAX_CALLS);
      return known.flatMap((call) => call.arguments[index] ?? []);
    });
    // A function is no data, though it works with some.
    return [...declared, ...assigned].filter(({ type }) => !type.includes("Function"));
  };
}
