import type { AnyNode } from "acorn";
import { type NodeOf } from "../../context.ts";
import { isSame, nameOfKey, pushWrites, type Search, textOf } from "./search.ts";
import type { Key } from "./object-writes.ts";

/** Follows the properties of an object literal. */
export function visitObject(
  search: Search,
  node: NodeOf<"ObjectExpression">,
  keys: readonly Key[],
): void {
  const wanted = keys.at(-1);
  for (const item of node.properties) {
    search.count();
    if (item.type === "SpreadElement") search.push(item.argument, keys);
    else {
      const name = item.computed ? textOf(search, item.key) : nameOfKey(search, item.key);
      if (name === "__proto__" && !item.computed) search.push(item.value, keys);
      if (keys.length === 0 || !isSame(name, wanted)) continue;
      if (item.kind === "get") pushResults(search, item.value, keys.slice(0, -1));
      else search.push(item.value, keys.slice(0, -1));
    }
  }
  pushWrites(search, node, keys);
}

/** Follows the items of a list. */
export function visitList(
  search: Search,
  node: NodeOf<"ArrayExpression">,
  keys: readonly Key[],
): void {
  const hasSpread = node.elements.some((item) => item?.type === "SpreadElement");
  for (const [index, item] of node.elements.entries()) {
    search.count();
    if (item?.type === "SpreadElement") search.push(item.argument, keys);
    else if (keys.length > 0 && (hasSpread || isSame(String(index), keys.at(-1)))) {
      search.push(item, keys.slice(0, -1));
    }
  }
}

/** Follows the fields of a class, both static ones and those of its instances. */
export function visitClass(
  search: Search,
  node: NodeOf<"ClassDeclaration"> | NodeOf<"ClassExpression">,
  keys: readonly Key[],
): void {
  const above = node.superClass;
  if (above && search.facts.context.evaluator.evaluate(above)?.kind !== "builtin")
    search.push(above, keys);
  if (keys.length === 0) return;
  for (const item of node.body.body) {
    search.count();
    if (item.type === "StaticBlock") continue;
    const name = item.computed ? textOf(search, item.key) : nameOfKey(search, item.key);
    if (!isSame(name, keys.at(-1))) continue;
    if (item.type === "MethodDefinition" && item.kind === "get") {
      pushResults(search, item.value, keys.slice(0, -1));
    } else search.push(item.value, keys.slice(0, -1));
  }
  pushWrites(search, node, keys);
}

/** Follows what a function returns. */
export function pushResults(search: Search, fn: AnyNode, keys: readonly Key[]): void {
  if ("generator" in fn && fn.generator) return search.given();
  for (const result of search.facts.results.get(fn) ?? []) {
    search.count();
    search.push(result, keys);
  }
}
