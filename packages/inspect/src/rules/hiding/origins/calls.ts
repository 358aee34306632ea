import type { AnyNode } from "acorn";
import { functionOf } from "../../../evaluate/calls.ts";
import { unchained } from "../../../syntax/walk.ts";
import { builtinPath, type NodeOf } from "../../context.ts";
import { pushResults } from "./literals.ts";
import type { Key } from "./object-writes.ts";
import { type Search, textOf } from "./search.ts";

/** Methods of lists that return one item, or a list of items. */
const ONE_ITEM = /^(?:at|find|findLast|pop|shift)$/u;
const SOME_ITEMS =
  /^(?:concat|filter|flat|reverse|slice|sort|splice|toReversed|toSorted|toSpliced|values)$/u;
const SAME = /^Object(?:\.(?:assign|create|freeze|preventExtensions|seal))?$/u;

/** Follows the result of a call. */
export function visitCall(
  search: Search,
  node: NodeOf<"CallExpression">,
  keys: readonly Key[],
): void {
  const callee = unchained(node.callee);
  const [first, second] = node.arguments;
  const path = builtinPath(search.facts.context, callee) ?? "";
  const rest = keys.slice(0, -1);
  if (SAME.test(path)) {
    const from = path === "Object.assign" ? node.arguments : [first];
    for (const item of from) if (item && !isNull(search, item)) search.push(item, keys);
    return;
  }
  if (path === "Object.values")
    return search.push(first, keys.length === 0 ? [] : [...rest, undefined]);
  if (path === "Object.entries") {
    return search.push(first, keys.length < 2 ? [] : [...keys.slice(0, -2), undefined]);
  }
  if (path === "Object.fromEntries") {
    return search.push(first, keys.length === 0 ? [] : [...rest, "1", undefined]);
  }
  if (path === "Reflect.get" && second)
    return search.push(first, [...keys, textOf(search, second)]);
  const { script, evaluator } = search.facts.context;
  const fn = functionOf(script, evaluator, callee);
  if (fn !== undefined) return pushResults(search, fn, keys);
  if (callee.type !== "MemberExpression") return search.given();
  const method = search.facts.nameOf(callee) ?? "";
  if (ONE_ITEM.test(method)) search.push(callee.object, [...keys, undefined]);
  else if (SOME_ITEMS.test(method)) {
    search.push(callee.object, keys);
    if (method === "concat") for (const item of node.arguments) search.push(item, keys);
  } else if (method === "map" && first?.type.includes("Function")) {
    if (keys.length > 0) pushResults(search, first, rest);
  } else search.given();
}

/** Follows an object that `new` creates. */
export function visitMade(
  search: Search,
  node: NodeOf<"NewExpression">,
  keys: readonly Key[],
): void {
  const path = builtinPath(search.facts.context, unchained(node.callee));
  if (path === undefined) return search.push(node.callee, keys);
  if (path === "Proxy") return search.push(node.arguments[0], keys);
  // Built-in objects such as dates and maps have only built-in methods; their content is not followed.
  if (keys.length > 0) search.given();
}

function isNull({ facts }: Search, node: AnyNode): boolean {
  const value = facts.context.evaluator.evaluate(node);
  return value?.kind === "constant" && value.value === null;
}
