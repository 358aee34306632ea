import type { AnyNode } from "acorn";
import { unchained } from "../../syntax/walk.ts";
import { createConstructors, listsFunction } from "./unnamed-constructors.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

/** `eval`, `Function` and their equivalents, by path. */
const CODE_MAKERS = /^(?:eval|Function)(?:\.(?:call|apply|bind))?$/u;

/** Reports code that is made from a text, which is forbidden, and impossible in the sandbox. */
export function checkCodeFromText(context: RuleContext): void {
  const isConstructor = createConstructors(context);
  for (const node of context.script.nodes) {
    switch (node.type) {
      case "CallExpression":
      case "NewExpression":
        checkCall(context, node, isConstructor);
        break;
      case "TaggedTemplateExpression":
        if (makesCode(context, node.tag)) refuse(context, node);
        break;
      case "ClassDeclaration":
      case "ClassExpression":
        if (node.superClass && makesCode(context, node.superClass))
          refuse(context, node.superClass);
        break;
    }
  }
}

function refuse({ report }: RuleContext, node: AnyNode): void {
  report("code-from-text", node, sentence("code-from-text"));
}

function makesCode(context: RuleContext, node: AnyNode): boolean {
  const path = builtinPath(context, unchained(node));
  return path !== undefined && CODE_MAKERS.test(path);
}

function checkCall(
  context: RuleContext,
  node: NodeOf<"CallExpression"> | NodeOf<"NewExpression">,
  isConstructor: (node: AnyNode) => boolean,
): void {
  const callee = unchained(node.callee);
  const path = builtinPath(context, callee);
  const [first] = node.arguments;
  if (path !== undefined && CODE_MAKERS.test(path)) {
    refuse(context, node);
  } else if (path === "Reflect.construct" || path === "Reflect.apply") {
    if (first && makesCode(context, first)) refuse(context, node);
  } else if (path === "setTimeout" || path === "setInterval") {
    if (first && isText(context, first)) refuse(context, node);
  } else if (node.type === "CallExpression" && listsFunction(context, node)) {
    context.report("code-from-text", node, sentence("code-from-text/properties"), "warning");
  } else if (path === undefined && isConstructor(callee)) {
    checkConstructor(context, node);
  }
}

/** Whether the expression is a string, known or not. */
function isText({ evaluator }: RuleContext, node: AnyNode): boolean {
  const value = evaluator.evaluate(node);
  if (value !== undefined) return value.kind === "constant" && typeof value.value === "string";
  if (node.type === "TemplateLiteral") return true;
  return node.type === "BinaryExpression" && node.operator === "+";
}

/** Reports `x.constructor("…")`, which makes code if x is a function. */
function checkConstructor(
  { script, evaluator, report }: RuleContext,
  node: AnyNode & { arguments: readonly AnyNode[] },
): void {
  const first = node.arguments[0];
  const value = first && evaluator.evaluate(first);
  const isGivenText = value?.kind === "constant" && typeof value.value === "string";
  const parent = script.parents.get(node);
  const isCalledAtOnce = parent?.type === "CallExpression" && parent.callee === node;
  if (!isGivenText && !isCalledAtOnce) return;
  report("code-from-text", node, sentence("code-from-text/constructor"), "warning");
}
