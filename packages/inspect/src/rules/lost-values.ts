import type { AnyNode } from "acorn";
import { unchained } from "../syntax/walk.ts";
import { builtinPath, type RuleContext } from "./context.ts";

/**
 * Whether a node with a built-in value passes it to a place where the evaluator does not follow
 * it: a parameter, a property, a returned value, a name with several values.
 */
export function isLost(context: RuleContext, node: AnyNode): boolean {
  const { script, evaluator } = context;
  const use = script.useOf.get(node);
  if (use && !use.isRead) return false;
  const parent = script.parents.get(node);
  switch (parent?.type) {
    case "UnaryExpression":
    case "BinaryExpression":
    case "ExpressionStatement":
    case "ForInStatement":
      return false;
    case "IfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
      return parent.test !== node;
    case "MemberExpression":
      return parent.object === node && evaluator.keyOf(parent) === undefined;
    case "CallExpression":
    case "NewExpression":
      return parent.callee !== node && !isSame(context, parent, node);
    case "VariableDeclarator":
      return parent.init === node && !isDeclared(context, parent.id);
    case "AssignmentExpression":
      return parent.right === node && !isAssigned(context, parent);
    case "SequenceExpression":
      return parent.expressions.at(-1) === node && !isSame(context, parent, node);
    case "ConditionalExpression":
      return parent.test !== node && !isSame(context, parent, node);
    case "LogicalExpression":
      // A built-in is truthy, so `fetch && …` has the value of its right side.
      if (parent.left === node && parent.operator === "&&") return false;
      return !isSame(context, parent, node);
    default:
      return !(parent && isSame(context, parent, node));
  }
}

/** Whether the expression around a value has the same value; it is then examined at its own place. */
function isSame(context: RuleContext, around: AnyNode, node: AnyNode): boolean {
  const path = builtinPath(context, around);
  return path !== undefined && path === builtinPath(context, unchained(node));
}

/** `const f = fetch`, `const { fetch: f } = globalThis`, if the names get no other value. */
function isDeclared({ script, evaluator }: RuleContext, id: AnyNode): boolean {
  const binding = script.useOf.get(id)?.binding;
  if (id.type === "Identifier") {
    return binding !== undefined && evaluator.sourceOf(binding) !== undefined;
  }
  if (id.type !== "ObjectPattern") return false;
  return id.properties.every(
    (item) =>
      item.type === "Property" && script.useOf.get(item.value)?.binding?.writes.length === 1,
  );
}

/** `let f; f = fetch`. */
function isAssigned(
  { script, evaluator }: RuleContext,
  { left, right }: AnyNode & { type: "AssignmentExpression" },
): boolean {
  const binding = script.useOf.get(left)?.binding;
  return binding !== undefined && evaluator.sourceOf(binding) === right;
}
