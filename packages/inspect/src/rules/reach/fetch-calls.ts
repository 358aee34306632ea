import type { AnyNode } from "acorn";
import { unchained } from "../../syntax/walk.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";
import { isLost } from "../lost-values.ts";

/** A call of `fetch`, or a place where `fetch` is passed on to code that may call it. */
export interface FetchCall {
  readonly node: AnyNode;
  /** The address argument; `undefined` if it is only known at run time. */
  readonly address: AnyNode | undefined;
}

/** Finds all calls of `fetch`, in the order of the source. */
export function findFetchCalls(context: RuleContext): FetchCall[] {
  const found = new Map<AnyNode, FetchCall>();
  for (const node of context.script.nodes) {
    const call = node.type === "CallExpression" ? calledBy(context, node) : undefined;
    if (call) found.set(node, call);
    else if (isPassedOn(context, node)) {
      const at = receiverOf(context, node);
      if (!found.has(at)) found.set(at, { node: at, address: undefined });
    }
  }
  return [...found.values()];
}

function calledBy(context: RuleContext, node: NodeOf<"CallExpression">): FetchCall | undefined {
  const [first, second, third] = node.arguments;
  switch (builtinPath(context, unchained(node.callee))) {
    case "fetch":
      return { node, address: first };
    case "fetch.call":
      return { node, address: second };
    case "fetch.apply":
      return { node, address: firstOf(second) };
    case "Reflect.apply":
      return first && builtinPath(context, unchained(first)) === "fetch"
        ? { node, address: firstOf(third) }
        : undefined;
    default:
      return undefined;
  }
}

const firstOf = (list: AnyNode | undefined): AnyNode | undefined =>
  list?.type === "ArrayExpression" ? (list.elements[0] ?? undefined) : undefined;

/** `fetch`, and the methods that call it. */
const FETCHES = /^fetch(?:\.(?:apply|bind|call))?$/u;

const VALUES: ReadonlySet<AnyNode["type"]> = new Set([
  "AssignmentExpression",
  "CallExpression",
  "ChainExpression",
  "ConditionalExpression",
  "Identifier",
  "LogicalExpression",
  "MemberExpression",
  "SequenceExpression",
]);

/** `list.map(fetch)`, `{ get: fetch }`, `return fetch`. */
function isPassedOn(context: RuleContext, node: AnyNode): boolean {
  if (!VALUES.has(node.type)) return false;
  const path = builtinPath(context, node);
  if (path === undefined || !FETCHES.test(path) || !isLost(context, node)) return false;
  const parent = context.script.parents.get(node);
  const isApplied =
    parent?.type === "CallExpression" &&
    parent.arguments[0] === node &&
    calledBy(context, parent) !== undefined;
  return !isApplied;
}

/** The most nested objects and lists around `fetch` that are examined for the call that gets them. */
const MAX_LEVELS = 8;

/** The call that gets `fetch`, also inside an object or a list; otherwise the place of `fetch` itself. */
function receiverOf({ script }: RuleContext, node: AnyNode): AnyNode {
  let at: AnyNode | undefined = node;
  for (let level = 0; at !== undefined && level < MAX_LEVELS; level += 1) {
    at = script.parents.get(at);
    if (at?.type === "CallExpression" || at?.type === "NewExpression") return at;
    if (at?.type !== "Property" && !/^(?:Array|Object)Expression$/u.test(at?.type ?? "")) break;
  }
  return node;
}
