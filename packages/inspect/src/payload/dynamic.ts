import type { AnyNode } from "acorn";
import type { NodeOf, RuleContext } from "../rules/context.ts";
import { builtinPath } from "../rules/context.ts";
import { unchained } from "../syntax/walk.ts";
import { repetitions } from "./decoding.ts";
import { flowFrom } from "./flow.ts";

const LOOKUPS =
  /^(?:Reflect\.get|Object\.getOwnPropertyDescriptor|Reflect\.getOwnPropertyDescriptor)$/u;
const CALLERS = /^(?:apply|bind|call)$/u;
/** The number of cases from which a `switch` may be an interpreter. */
const MANY_CASES = 6;

/** A call that depends on data. */
export interface DataDrivenCall {
  readonly place: AnyNode;
  /** Whether the data names the called function, or is interpreted. */
  readonly kind: "call" | "interpreter";
}

/** Finds code that runs depending on computed values: calls by a computed name, and interpreters. */
export function findDataDrivenCalls(
  context: RuleContext,
  data: ReadonlySet<AnyNode>,
): DataDrivenCall[] {
  const { script } = context;
  const lookups = script.nodes.filter((node) => isLookup(context, node, data));
  const looked = lookups.length > 0 ? flowFrom(context, lookups) : new Set<AnyNode>();
  const found: DataDrivenCall[] = [];
  let loops: ReadonlyMap<AnyNode, AnyNode> | undefined;
  for (const node of script.nodes) {
    if (isCall(node)) {
      if (isCalledFrom(context, node, lookups.length > 0, looked, data)) {
        found.push({ place: node, kind: "call" });
      }
    } else if (node.type === "SwitchStatement" && node.cases.length >= MANY_CASES) {
      if (!data.has(node.discriminant)) continue;
      loops ??= repetitions(context);
      if (loops.has(node)) found.push({ place: node, kind: "interpreter" });
    }
  }
  return found;
}

type Call = NodeOf<"CallExpression"> | NodeOf<"NewExpression"> | NodeOf<"TaggedTemplateExpression">;

function isCall(node: AnyNode): node is Call {
  return (
    node.type === "CallExpression" ||
    node.type === "NewExpression" ||
    node.type === "TaggedTemplateExpression"
  );
}

/** Whether it is `object[name]` or `Reflect.get(object, name)` with a name from the data. */
function isLookup(context: RuleContext, node: AnyNode, data: ReadonlySet<AnyNode>): boolean {
  if (node.type === "MemberExpression") {
    return node.computed && data.has(node.property) && !data.has(unchained(node.object));
  }
  if (node.type === "Property") {
    const parent = context.script.parents.get(node);
    return node.computed && data.has(node.key) && parent?.type === "ObjectPattern";
  }
  if (node.type !== "CallExpression") return false;
  const [object, key] = node.arguments;
  if (object === undefined || key === undefined || !data.has(key) || data.has(object)) return false;
  return LOOKUPS.test(builtinPath(context, unchained(node.callee)) ?? "");
}

function isCalledFrom(
  context: RuleContext,
  node: Call,
  hasLookups: boolean,
  looked: ReadonlySet<AnyNode>,
  data: ReadonlySet<AnyNode>,
): boolean {
  const callee = unchained(node.type === "TaggedTemplateExpression" ? node.tag : node.callee);
  if (callee.type === "MemberExpression" && callee.computed && data.has(callee.property)) {
    // Characters of an alphabet and tables of numbers are looked up too, but not called.
    return true;
  }
  if (!hasLookups) return false;
  if (callee.type !== "MemberExpression") return looked.has(callee) && callee.type !== "Super";
  const object = unchained(callee.object);
  const key = context.evaluator.keyOf(callee) ?? "";
  if (CALLERS.test(key) && looked.has(object)) return true;
  if (node.type !== "CallExpression") return false;
  const [first] = node.arguments;
  const path = builtinPath(context, callee);
  return (
    (path === "Reflect.apply" || path === "Reflect.construct") &&
    first !== undefined &&
    looked.has(first)
  );
}
