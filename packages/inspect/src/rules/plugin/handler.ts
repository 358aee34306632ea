import type { AnyNode } from "acorn";
import type { Export } from "../../evaluate/exports.ts";
import type { Script } from "../../syntax/read.ts";
import type { RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

/** A function in the file. */
export type FunctionNode = AnyNode & {
  readonly type: "FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression";
};

export function isFunctionNode(node: AnyNode): node is FunctionNode {
  return (
    node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression"
  );
}

/** The innermost function around a node. */
export function functionAround({ functions }: Script, node: AnyNode): FunctionNode | undefined {
  const around = functions.get(node);
  return around && isFunctionNode(around) ? around : undefined;
}

/** Finds the handler's function in the file; reports if there is none. */
export function checkHandler(
  context: RuleContext,
  exported: Export | undefined,
  wholes: readonly AnyNode[] = [],
): FunctionNode | undefined {
  const { report } = context;
  if (exported === undefined) {
    const nameless = wholes.find((node) => isFunctionNode(node));
    const said = sentence(nameless ? "no-handler/nameless" : "no-handler");
    report("no-handler", nameless ?? { start: 0, end: 0 }, said);
    return undefined;
  }
  const { node, place } = exported;
  if (node === undefined) return undefined;
  if (!isFunctionNode(node)) {
    if (NEVER_CALLABLE.has(node.type)) {
      report("handler-not-function", place, sentence("handler-not-function"));
    }
    return undefined;
  }
  if (!returnsOf(context.script, node).some((value) => mayBeResult(value))) {
    report("handler-result", node, sentence("handler-result"));
  }
  return node;
}

const NEVER_CALLABLE: ReadonlySet<string> = new Set([
  "ArrayExpression",
  "BinaryExpression",
  "ClassDeclaration",
  "ClassExpression",
  "Literal",
  "ObjectExpression",
  "TemplateLiteral",
]);

/** The expressions that a function returns. */
export function returnsOf(script: Script, handler: FunctionNode): AnyNode[] {
  if (handler.body.type !== "BlockStatement") return [handler.body];
  return script.nodes.flatMap((node) =>
    node.type === "ReturnStatement" && node.argument && functionAround(script, node) === handler
      ? [node.argument]
      : [],
  );
}

/** Whether the value may have `handled`; calls and names may always. */
export function mayBeResult(node: AnyNode): boolean {
  switch (node.type) {
    case "ObjectExpression":
      return node.properties.some(
        (item) =>
          item.type === "SpreadElement" ||
          item.computed ||
          (item.key.type === "Identifier" && item.key.name === "handled") ||
          (item.key.type === "Literal" && item.key.value === "handled"),
      );
    case "ConditionalExpression":
      return mayBeResult(node.consequent) || mayBeResult(node.alternate);
    case "LogicalExpression":
      return mayBeResult(node.left) || mayBeResult(node.right);
    case "AwaitExpression":
      return mayBeResult(node.argument);
    case "SequenceExpression":
      return node.expressions.slice(-1).some((last) => mayBeResult(last));
    case "Identifier":
      return node.name !== "undefined";
    case "ArrayExpression":
    case "BinaryExpression":
    case "Literal":
    case "TemplateLiteral":
    case "UnaryExpression":
      return false;
    default:
      return true;
  }
}
