import type { AnyNode } from "acorn";
import type { HostCalls } from "../../notices/host-calls.ts";
import { flowFrom } from "../../payload/flow.ts";
import { hasBetween } from "../../syntax/positions.ts";
import { unchained } from "../../syntax/walk.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";

/** Parts of the context that identify the user or contain their messages. */
const SOURCES: ReadonlySet<string> = new Set([
  "getPlatformCreds",
  "mediaBuffer",
  "msg",
  "quotedMessage",
  "userId",
]);

/** Functions that return one property of an object by its name. */
const GETS = /^(?:(?:Object|Reflect)\.getOwnPropertyDescriptor|Reflect\.get)$/u;
/** Functions that return all content of the context. */
const GIVES_ALL = /^(?:JSON\.stringify|Object\.(?:entries|values)|structuredClone)$/u;

/** Finds the data of the user that the calls of `fetch` get. */
export function createUserData(
  context: RuleContext,
  hostCalls: HostCalls,
  calls: ReadonlySet<AnyNode>,
): { namesIn(node: AnyNode): string[] } {
  const isContext = (node: AnyNode): boolean => hostCalls.isContext(node);
  if (calls.size === 0) return { namesIn: () => [] };
  const places = [...seedsByName(context, isContext)].map(([name, seeds]): [string, number[]] => {
    /** A context or service does not become user data when the user's data is passed to it, as in `storage.set`. */
    const isHost = (node: AnyNode): boolean =>
      !seeds.has(node) && (isContext(node) || hostCalls.isService(node));
    const reached = flowFrom(
      context,
      seeds,
      (node) => calls.has(node) || isHelper(context, node) || isHost(node),
    );
    const starts = context.script.nodes.flatMap((node) =>
      reached.has(node) && !isHost(node) ? (startOf(node, seeds) ?? []) : [],
    );
    return [name, starts.toSorted((a, b) => a - b)];
  });
  // Calls may be nested, so a binary search answers each without visiting its nodes.
  return {
    namesIn: ({ start, end }) =>
      places.flatMap(([name, starts]) => (hasBetween(starts, start, end) ? [name] : [])).toSorted(),
  };
}

/** The position at which an expression reads data of the user; none for expressions that only combine others. */
function startOf(node: AnyNode, seeds: ReadonlySet<AnyNode>): number | undefined {
  if (node.type === "Identifier") return node.start;
  if (node.type !== "MemberExpression") return seeds.has(node) ? node.start : undefined;
  // `fetch(…).msg` starts at the call, so the position of the property counts.
  const { object } = node;
  const isArgument = object.type === "Identifier" && object.name === "arguments";
  return seeds.has(node) || isArgument || object.type === "ThisExpression"
    ? node.property.start
    : undefined;
}

/** Whether a function's result depends on its arguments; its calls are followed instead of the function. */
function isHelper({ script }: RuleContext, node: AnyNode): boolean {
  if (!("params" in node) || node.params.length === 0) return false;
  const parent = script.parents.get(node);
  return parent?.type !== "CallExpression" && parent?.type !== "NewExpression";
}

/** The expressions that read data of the user, by its name in the context. */
function seedsByName(
  context: RuleContext,
  isContext: HostCalls["isContext"],
): Map<string, Set<AnyNode>> {
  const { script, evaluator } = context;
  const seeds = new Map<string, Set<AnyNode>>();
  const add = (name: string | undefined, node: AnyNode): void => {
    if (name === undefined || !SOURCES.has(name)) return;
    const known = seeds.get(name);
    if (known === undefined) seeds.set(name, new Set([node]));
    else known.add(node);
  };
  for (const node of script.nodes) {
    if (node.type === "MemberExpression") add(evaluator.keyOf(node), node);
    else if (node.type === "CallExpression") {
      for (const name of takenBy(context, node, isContext)) add(name, node);
    }
  }
  for (const { definitions, uses, writes } of script.bindings) {
    const targets = [
      ...definitions.map(({ identifier }) => identifier),
      ...writes.map(({ node }) => node),
    ];
    const names = new Set(targets.flatMap((target) => contextKey(context, target)));
    for (const name of names) for (const { node, isRead } of uses) if (isRead) add(name, node);
  }
  return seeds;
}

/** `Reflect.get(ctx, "msg")`, `JSON.stringify(ctx)`. */
function takenBy(
  context: RuleContext,
  { callee, arguments: [object, key] }: NodeOf<"CallExpression">,
  isContext: HostCalls["isContext"],
): readonly string[] {
  const path = builtinPath(context, unchained(callee)) ?? "";
  if (object === undefined) return [];
  if (GIVES_ALL.test(path)) return isContext(object) ? ["msg", "userId"] : [];
  const value = key && GETS.test(path) ? context.evaluator.evaluate(key) : undefined;
  return value?.kind === "constant" ? [String(value.value)] : [];
}

/** The part of the context that a pattern reads: `msg` in `{ msg: { text } }`. */
function contextKey({ script, evaluator }: RuleContext, identifier: AnyNode): string[] {
  for (let up = script.parents.get(identifier); up !== undefined; up = script.parents.get(up)) {
    const name = up.type === "Property" ? evaluator.propertyName(up) : undefined;
    if (name !== undefined && SOURCES.has(name)) return [name];
    if (!up.type.endsWith("Pattern") && up.type !== "Property") return [];
  }
  return [];
}
