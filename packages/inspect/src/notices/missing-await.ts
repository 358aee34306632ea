import type { AnyNode } from "acorn";
import { builtinPath, type NodeOf, type RuleContext } from "../rules/context.ts";
import { isFunctionNode } from "../rules/plugin/handler.ts";
import { unchained } from "../syntax/walk.ts";
import { type HostCalls, isAsync } from "./host-calls.ts";
import { sentence } from "../words/sentence.ts";

/**
 * What the code does with a promise: it is `waited` for or passed on; `dropped`, so that a failure is lost; or used
 * as if it were its `value`.
 */
type Fate = "waited" | "dropped" | "value";

/** The most uses of one name that are examined. */
const MAX_USES = 50;
/** The most expressions around a promise that pass it on, such as `a ? promise : b`. */
const MAX_OUTER = 100;

/** Methods of a promise that return another promise. */
const CHAINED: ReadonlySet<string> = new Set(["catch", "finally", "then"]);

/** Functions that need a value: from a promise they make `[object Promise]`, `{}` or `NaN`. */
const NEED_VALUES =
  /^(?:JSON\.\w+|String|Number|Boolean|BigInt|parseInt|parseFloat|isNaN|Buffer\.\w+|console\.\w+|Object\.(?:assign|entries|fromEntries|keys|values)|Math\.\w+|Array\.isArray|structuredClone|markdownToPlainText)$/u;

/** Reports host calls without `await`, and those whose promise is used as if it were the result. */
export function checkMissingAwait(context: RuleContext, hostCalls: HostCalls): void {
  const { script, report } = context;
  for (const node of script.nodes) {
    if (node.type !== "CallExpression") continue;
    checkListMethod(context, node, hostCalls);
    const name = hostCalls.nameOf(node) ?? hostCalls.helperCalls.get(node);
    if (name === undefined) continue;
    const fate = fateOf(context, node, hostCalls);
    if (fate === "dropped") {
      report("missing-await", node, sentence("missing-await", { name }));
    } else if (fate === "value") {
      report("missing-await", node, sentence("missing-await/value", { name }));
    }
  }
}

/** What the code does with the promise of a call. */
function fateOf(context: RuleContext, call: AnyNode, hostCalls: HostCalls): Fate {
  const { script } = context;
  const { node, isCaught } = lastOfChain(context, call);
  const parent = script.parents.get(node);
  if (parent?.type === "VariableDeclarator") {
    if (parent.id.type !== "Identifier") return "value";
    return fateOfName(context, parent.id, hostCalls);
  }
  if (parent?.type === "AssignmentExpression" && parent.right === node) {
    const isStatement = script.parents.get(parent)?.type === "ExpressionStatement";
    if (parent.operator !== "=") return "value";
    if (!isStatement || parent.left.type !== "Identifier") return "waited";
    return fateOfName(context, parent.left, hostCalls);
  }
  const fate = fateAt(context, node, hostCalls);
  return fate === "dropped" && isCaught ? "waited" : fate;
}

/** The end of `call.then(…).catch(…)`, and whether a failure is caught in it. */
function lastOfChain({ script, evaluator }: RuleContext, call: AnyNode) {
  let node = call;
  let isCaught = false;
  for (;;) {
    const up = script.parents.get(node);
    if (up?.type === "ChainExpression") {
      node = up;
      continue;
    }
    const key = up?.type === "MemberExpression" && up.object === node ? evaluator.keyOf(up) : "";
    const next = up && script.parents.get(up);
    if (key === undefined || !CHAINED.has(key) || next?.type !== "CallExpression") break;
    isCaught ||= key === "catch" || (key === "then" && next.arguments.length > 1);
    node = next;
  }
  return { node, isCaught };
}

/** What the code does with a promise in a variable: one use that waits for it or passes it on is enough. */
function fateOfName(context: RuleContext, name: AnyNode, hostCalls: HostCalls): Fate {
  const { script } = context;
  const binding = script.useOf.get(name)?.binding;
  if (binding === undefined || binding.uses.length > MAX_USES) return "waited";
  const reads = binding.uses.filter(({ isRead }) => isRead);
  if (reads.length === 0) return "dropped";
  const fates = new Set(
    reads.map(({ node }) => fateAt(context, lastOfChain(context, node).node, hostCalls)),
  );
  return fates.has("waited") || !fates.has("value") ? "waited" : "value";
}

/** What the code does with a promise at this place. */
function fateAt(context: RuleContext, given: AnyNode, hostCalls: HostCalls): Fate {
  const { script } = context;
  let node = given;
  for (let step = 0; step < MAX_OUTER; step += 1) {
    const parent = script.parents.get(node);
    switch (parent?.type) {
      case "ExpressionStatement":
        return "dropped";
      case "ChainExpression":
        break;
      case "LogicalExpression":
        if (parent.left === node) return "value";
        break;
      case "ConditionalExpression":
        if (parent.test === node) return "value";
        break;
      case "SequenceExpression":
        if (parent.expressions.at(-1) !== node) return "dropped";
        break;
      case "MemberExpression":
        return parent.object === node ? "value" : "waited";
      case "UnaryExpression":
        return parent.operator === "void" ? "waited" : "value";
      case "BinaryExpression":
      case "SpreadElement":
        return "value";
      case "TemplateLiteral":
        return script.parents.get(parent)?.type === "TaggedTemplateExpression" ? "waited" : "value";
      case "IfStatement":
      case "WhileStatement":
      case "DoWhileStatement":
      case "SwitchStatement":
        return "value";
      case "ForOfStatement":
        return parent.right === node ? "value" : "waited";
      case "CallExpression":
        return needsValue(context, parent, node, hostCalls) ? "value" : "waited";
      default:
        return "waited";
    }
    node = parent;
  }
  return "waited";
}

/** Whether a call uses its argument as a value: another host call, or a built-in function. */
function needsValue(
  context: RuleContext,
  call: NodeOf<"CallExpression">,
  node: AnyNode,
  hostCalls: HostCalls,
): boolean {
  if (call.callee === node) return true;
  return (
    hostCalls.nameOf(call) !== undefined ||
    NEED_VALUES.test(builtinPath(context, call.callee) ?? "")
  );
}

/** Methods of lists whose callback must not be async. */
const LIST_METHODS: ReadonlySet<string> = new Set([
  "every",
  "filter",
  "find",
  "findIndex",
  "findLast",
  "forEach",
  "some",
  "sort",
  "toSorted",
]);

/** Reports `list.forEach(async …)`, because the method does not wait for the callback. */
function checkListMethod(
  { script, evaluator, report }: RuleContext,
  call: NodeOf<"CallExpression">,
  hostCalls: HostCalls,
): void {
  const callee = unchained(call.callee);
  const [first] = call.arguments;
  if (callee.type !== "MemberExpression" || first === undefined || !isFunctionNode(first)) return;
  const key = evaluator.keyOf(callee);
  const isDropped =
    key === "map" && isAsync(first) && script.parents.get(call)?.type === "ExpressionStatement";
  if (key === undefined || (!isDropped && !LIST_METHODS.has(key))) return;
  const body = unchained(first.body);
  const isPromise =
    (isAsync(first) && hostCalls.works(first)) ||
    (body.type === "CallExpression" && hostCalls.nameOf(body) !== undefined);
  if (!isPromise) return;
  report("missing-await", call, sentence("missing-await/list", { method: key }));
}
