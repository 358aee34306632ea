import type { AnyNode } from "acorn";
import { HOST_MEMBERS } from "../../../notices/host-calls.ts";
import { unchained } from "../../../syntax/walk.ts";
import { builtinPath, type NodeOf } from "../../context.ts";
import type { Key } from "./object-writes.ts";
import { nameOfKey, pushWrites, type Search, textOf } from "./search.ts";

/** Methods that call a function with each item. */
const EACH = /^(?:every|filter|find|findIndex|findLast|flatMap|forEach|map|some)$/u;
/** Whether a member of the context can act; the message and the settings are only data. */
const isMember = (key: Key): boolean => key === undefined || HOST_MEMBERS.has(key);

/** Follows all values that a name gets. */
export function visitName(search: Search, node: NodeOf<"Identifier">, keys: readonly Key[]): void {
  const binding = search.facts.context.script.useOf.get(node)?.binding;
  if (binding === undefined) {
    if (
      search.facts.context.evaluator.evaluate(node)?.kind !== "builtin" ||
      builtinPath(search.facts.context, node) !== "globalThis"
    )
      search.given();
    return;
  }
  // `arguments`
  if (binding.definitions.length === 0) return search.given();
  for (const { identifier, node: owner, kind } of binding.definitions) {
    if (kind === "FunctionName" || kind === "ClassName") search.push(owner, keys);
    else visitTarget(search, identifier, keys);
  }
  const defined = new Set<AnyNode>(binding.definitions.map(({ identifier }) => identifier));
  for (const { node: target } of binding.writes) {
    search.count();
    if (!defined.has(target)) visitTarget(search, target, keys);
  }
  pushWrites(search, binding, keys);
}

/** Follows the values that a name gets in a declaration or an assignment, through patterns. */
function visitTarget(search: Search, target: AnyNode, keys: readonly Key[]): void {
  let at = target;
  let path = keys;
  for (;;) {
    search.count();
    const parent = search.facts.context.script.parents.get(at);
    switch (parent?.type) {
      case "Property":
        path = [
          ...path,
          parent.computed ? textOf(search, parent.key) : nameOfKey(search, parent.key),
        ];
        break;
      case "ArrayPattern":
        search.count(parent.elements.length);
        path =
          at.type === "RestElement"
            ? [...path.slice(0, -1), ...path.slice(-1).map(() => undefined)]
            : [...path, String(parent.elements.findIndex((item) => item === at))];
        break;
      case "AssignmentPattern":
        search.push(parent.right, path);
        break;
      case "ObjectPattern":
      case "RestElement":
        break;
      case "VariableDeclarator": {
        if (parent.init) search.push(parent.init, path);
        else visitLoop(search, search.facts.context.script.parents.get(parent), path);
        return;
      }
      case "AssignmentExpression":
        // `+=` and similar operators make strings and numbers.
        if (/^(?:\?\?|\|\||&&)?=$/u.test(parent.operator)) search.push(parent.right, path);
        return;
      case "ForInStatement":
      case "ForOfStatement":
        return visitLoop(search, at, path);
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        search.count(parent.params.length);
        return visitParameter(
          search,
          parent,
          parent.params.findIndex((item) => item === at),
          at.type === "RestElement" ? [...path.slice(0, -1), undefined] : path,
        );
      default:
        return search.given();
    }
    at = parent;
  }
}

function visitLoop(search: Search, declared: AnyNode | undefined, path: readonly Key[]): void {
  const loop = declared && search.facts.context.script.parents.get(declared);
  if (loop?.type === "ForOfStatement" && loop.left === declared) {
    search.push(loop.right, [...path, undefined]);
  }
}

function visitParameter(search: Search, fn: AnyNode, index: number, keys: readonly Key[]): void {
  const service = keys.length === 0 || (keys.length === 1 && isMember(keys[0]));
  if (fn === search.facts.handler && index === 0) {
    if (service) search.service();
    return search.given();
  }
  const outer = search.facts.context.script.parents.get(fn);
  if (outer?.type === "CallExpression" && outer.callee !== fn) {
    const callee = unchained(outer.callee);
    const isItem =
      callee.type === "MemberExpression" &&
      index === 0 &&
      EACH.test(search.facts.nameOf(callee) ?? "");
    if (isItem) return search.push(callee.object, [...keys, undefined]);
  }
  const trapped = index === 0 ? proxiedBy(search, outer) : undefined;
  if (trapped !== undefined) return search.push(trapped, keys);
  const callers = search.facts.calls.get(fn) ?? [];
  for (const call of callers) {
    search.count();
    search.push(call.arguments[index], keys);
  }
  if (callers.length > 0) return;
  // A handler that a function of the file creates is not found; then the name of the parameter decides.
  const param = "params" in fn ? fn.params[index] : undefined;
  if (param?.type === "Identifier" && /^(?:context|ctx)$/u.test(param.name)) {
    if (service) search.service();
  }
  search.given();
}
/** The target of a proxy, if a function is one of its traps. */
function proxiedBy(search: Search, property: AnyNode | undefined): AnyNode | undefined {
  const traps =
    property?.type === "Property" ? search.facts.context.script.parents.get(property) : undefined;
  const made = traps && search.facts.context.script.parents.get(traps);
  if (made?.type !== "NewExpression" || made.arguments[1] !== traps) return undefined;
  return builtinPath(search.facts.context, made.callee) === "Proxy" ? made.arguments[0] : undefined;
}
