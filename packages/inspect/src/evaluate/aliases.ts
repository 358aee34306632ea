import type { AnyNode } from "acorn";
import { callsByFunction } from "./calls.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Script } from "../syntax/read.ts";
import type { Binding, Definition } from "../syntax/scopes.ts";

/** The most calls of one function whose arguments are followed. */
const MAX_CALLS = 100;

/**
 * Finds the names that may hold the objects of the given expressions, or an object that contains these:
 * for `const b = a; b.c` both names. Each node is visited once.
 */
export function namesBehind(
  script: Script,
  evaluator: Evaluator,
  objects: Iterable<AnyNode>,
): ReadonlySet<Binding> {
  const found = new Set<Binding>();
  const visited = new Set<AnyNode>();
  const left: AnyNode[] = [...objects];
  let calls: ReturnType<typeof callsByFunction> | undefined;

  function given({ identifier, node }: Definition): readonly (AnyNode | null | undefined)[] {
    if (node.type === "VariableDeclarator") {
      const declaration = script.parents.get(node);
      const loop = declaration && script.parents.get(declaration);
      return [node.init, loop?.type === "ForOfStatement" ? loop.right : undefined];
    }
    if (!("params" in node)) return [];
    const index = node.params.findIndex((param) => param === identifier);
    const call = script.parents.get(node);
    calls ??= callsByFunction(script);
    const known = (calls.get(node) ?? []).slice(0, MAX_CALLS);
    if (call?.type === "CallExpression" && call.callee === node) known.push(call);
    return known.map(({ arguments: args }) => args[index]);
  }

  function add(binding: Binding | undefined): void {
    if (binding === undefined || found.has(binding)) return;
    found.add(binding);
    for (const definition of binding.definitions) {
      for (const source of given(definition)) if (source) left.push(source);
    }
    for (const { node } of binding.writes) {
      const parent = script.parents.get(node);
      if (parent?.type === "AssignmentExpression") left.push(parent.right);
    }
  }

  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (visited.has(node)) continue;
    visited.add(node);
    if (node.type === "Identifier") add(script.useOf.get(node)?.binding);
    else if (node.type === "ThisExpression")
      add(script.useOf.get(ownerOf(script, node) ?? node)?.binding);
    else for (const source of sourcesOf(evaluator, node)) left.push(source);
  }
  return found;
}

/** The name of the object literal that `this` refers to in one of its methods. */
function ownerOf({ functions, parents }: Script, node: AnyNode): AnyNode | undefined {
  let method = functions.get(node);
  while (method?.type === "ArrowFunctionExpression") method = functions.get(method);
  const property = method && parents.get(method);
  const object = property?.type === "Property" ? parents.get(property) : undefined;
  const declarator = object && parents.get(object);
  return declarator?.type === "VariableDeclarator" ? declarator.id : undefined;
}

/** The expressions whose object an expression may be, or may be a part of. */
function sourcesOf(evaluator: Evaluator, node: AnyNode): AnyNode[] {
  switch (node.type) {
    case "MemberExpression":
      return [node.object];
    case "ChainExpression":
      return [node.expression];
    case "SequenceExpression":
      return node.expressions.slice(-1);
    case "AssignmentExpression":
    case "LogicalExpression":
      return [node.left, node.right];
    case "ConditionalExpression":
      return [node.consequent, node.alternate];
    case "AwaitExpression":
    case "SpreadElement":
      return [node.argument];
    case "ArrayExpression":
      return node.elements.filter((item) => item !== null);
    case "ObjectExpression":
      return node.properties.map((item) => (item.type === "Property" ? item.value : item));
    case "CallExpression":
      return keptBy(evaluator, node);
    case "NewExpression": {
      const made = evaluator.evaluate(node.callee);
      return made?.kind === "builtin" && COLLECTIONS.has(made.path) ? node.arguments : [];
    }
    case "ArrowFunctionExpression":
      return node.expression ? [node.body] : [];
    default:
      return [];
  }
}

const COLLECTIONS: ReadonlySet<string> = new Set(["Array", "Map", "Set"]);

/** Methods that return the list itself or an item of it. */
const RETURNS_OWN = /^(?:at|entries|fill|find|findLast|get|next|pop|reverse|shift|sort|values)$/u;

/** `(() => value)()`, `Object.freeze(value)`, `list.at(0)`, `map.get(key)`. */
function keptBy(
  evaluator: Evaluator,
  { callee, arguments: args }: AnyNode & { type: "CallExpression" },
) {
  if (callee.type !== "MemberExpression") return [callee];
  const value = evaluator.evaluate(callee);
  if (value?.kind === "builtin" && value.path.startsWith("Object.")) return args.slice(0, 1);
  return RETURNS_OWN.test(evaluator.keyOf(callee) ?? "") ? [callee.object] : [];
}
