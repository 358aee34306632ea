import type { AnyNode } from "acorn";
import { unchained } from "../../syntax/walk.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

const MESSAGE = sentence("dynamic-call");

/**
 * Finds calls of the context's methods by a computed name. A table of the plugin's own functions is no
 * finding, because its content is visible in the file.
 */
export function checkDynamicCalls(context: RuleContext): void {
  const { script, report } = context;
  for (const node of script.nodes) {
    const callee = calleeOf(node);
    if (callee === undefined) continue;
    if (callee.type === "MemberExpression") {
      if (isDynamic(context, callee)) report("dynamic-call", node, MESSAGE);
      else if (node.type === "CallExpression") checkReflect(context, node, callee);
    } else if (callee.type === "Identifier" && isTakenDynamically(context, callee)) {
      report("dynamic-call", node, MESSAGE);
    }
  }
}

function calleeOf(node: AnyNode): AnyNode | undefined {
  switch (node.type) {
    case "CallExpression":
    case "NewExpression":
      return unchained(node.callee);
    case "TaggedTemplateExpression":
      return unchained(node.tag);
    default:
      return undefined;
  }
}

/** `bot[name]`; `list[0]` and `list[i + 1]` are places in a list. */
function isDynamic(context: RuleContext, callee: NodeOf<"MemberExpression">): boolean {
  const { evaluator } = context;
  if (!callee.computed || evaluator.keyOf(callee) !== undefined) return false;
  const isCounted = callee.property.type === "UpdateExpression" || isArithmetic(callee.property);
  return !isCounted && isGiven(context, unchained(callee.object));
}

function isArithmetic(node: AnyNode): boolean {
  return node.type === "BinaryExpression" && /^[-*/%&|^]$/u.test(node.operator);
}

const MAX_STEPS = 20;

/** Whether an object comes from outside of the file: a parameter, a built-in or the result of a call. */
function isGiven(context: RuleContext, object: AnyNode): boolean {
  const { script, evaluator } = context;
  let at: AnyNode = object;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const value = evaluator.evaluate(at);
    // `globalThis[name]` is another rule's.
    if (value?.kind === "builtin") return value.path !== "globalThis";
    if (value !== undefined) return value.kind === "constant";
    if (at.type === "MemberExpression") at = unchained(at.object);
    else if (at.type === "AwaitExpression") at = at.argument;
    else if (at.type === "Identifier") {
      const binding = script.useOf.get(at)?.binding;
      const [definition] = binding?.definitions ?? [];
      if (binding === undefined || definition === undefined) return binding === undefined;
      if (definition.kind === "Parameter") return true;
      const { node } = definition;
      if (node.type !== "VariableDeclarator" || !node.init) return false;
      at = unchained(node.init);
    } else return false;
  }
  return false;
}

/** `const send = bot[name]`, `const { [name]: send } = bot`, `Reflect.get(bot, name)`. */
function isTakenDynamically(context: RuleContext, callee: AnyNode): boolean {
  const binding = context.script.useOf.get(callee)?.binding;
  const [definition] = binding?.definitions ?? [];
  const { script } = context;
  if (binding === undefined || definition?.node.type !== "VariableDeclarator") return false;
  const { id, init } = definition.node;
  const source = init ? unchained(init) : undefined;
  if (source === undefined) return false;
  if (id.type === "Identifier") {
    if (source.type === "MemberExpression") return isDynamic(context, source);
    return source.type === "CallExpression" && isReflectGet(context, source);
  }
  const property = script.parents.get(definition.identifier);
  return (
    property?.type === "Property" &&
    property.computed &&
    context.evaluator.evaluate(property.key) === undefined &&
    isGiven(context, source)
  );
}

function isReflectGet(context: RuleContext, node: NodeOf<"CallExpression">): boolean {
  if (builtinPath(context, unchained(node.callee)) !== "Reflect.get") return false;
  const [object, key] = node.arguments;
  if (object === undefined || key === undefined) return false;
  return context.evaluator.evaluate(key) === undefined && isGiven(context, unchained(object));
}

/** `Reflect.apply(bot[name], …)`, `bot[name].call(…)`, `Reflect.get(bot, name)(…)`. */
function checkReflect(
  context: RuleContext,
  node: NodeOf<"CallExpression">,
  callee: NodeOf<"MemberExpression">,
): void {
  const path = builtinPath(context, callee);
  const key = context.evaluator.keyOf(callee) ?? "";
  let target: AnyNode | undefined;
  if (path === "Reflect.apply" || path === "Reflect.construct") target = node.arguments[0];
  else if (/^(?:apply|bind|call)$/u.test(key)) target = callee.object;
  if (path === "Reflect.get") {
    const parent = context.script.parents.get(node);
    const isCalled = parent?.type === "CallExpression" && parent.callee === node;
    if (isCalled && isReflectGet(context, node)) context.report("dynamic-call", node, MESSAGE);
  }
  const inner = target && unchained(target);
  if (inner === undefined) return;
  const isFound =
    inner.type === "MemberExpression"
      ? isDynamic(context, inner)
      : inner.type === "CallExpression"
        ? isReflectGet(context, inner)
        : isTakenDynamically(context, inner);
  if (isFound) context.report("dynamic-call", node, MESSAGE);
}
