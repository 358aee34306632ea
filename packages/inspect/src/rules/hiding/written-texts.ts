import type { AnyNode } from "acorn";
import { unchained } from "../../syntax/walk.ts";
import type { NodeOf, RuleContext } from "../context.ts";
import { ASCII_ESCAPE, type Written } from "./escaped-words.ts";

/** A text that the file contains as one literal. */
export function writtenText(source: string, node: AnyNode): Written | undefined {
  if (node.type === "TemplateElement") {
    const { cooked } = node.value;
    return typeof cooked === "string"
      ? { cooked, raw: source.slice(node.start, node.end) }
      : undefined;
  }
  if (node.type !== "Literal") return undefined;
  if (node.regex) {
    const { pattern } = node.regex;
    return { cooked: unescapeLetters(pattern), raw: pattern, isRegex: true };
  }
  return typeof node.value === "string"
    ? { cooked: node.value, raw: source.slice(node.start + 1, node.end - 1) }
    : undefined;
}

/** The pattern of a regular expression with escapes of letters replaced. */
function unescapeLetters(pattern: string): string {
  return pattern.replaceAll(ASCII_ESCAPE, (escape) => {
    const code = Number.parseInt(escape.replaceAll(/[^\da-f]/giu, ""), 16);
    return String.fromCharCode(code);
  });
}

/** The pieces of a text that is composed: a whole sum, a template, or the items of a list. */
export function piecesOf(context: RuleContext, node: AnyNode): Written[] | undefined {
  if (isSum(node) || (node.type === "TemplateLiteral" && node.expressions.length > 0)) {
    const parent = context.script.parents.get(node);
    const isPart = parent && (isSum(parent) || parent.type === "TemplateLiteral");
    return isPart ? undefined : collect(context, [node]);
  }
  if (node.type !== "CallExpression") return undefined;
  const callee = unchained(node.callee);
  if (callee.type !== "MemberExpression" || context.evaluator.keyOf(callee) !== "join") {
    return undefined;
  }
  const [separator] = node.arguments;
  const list = unchained(callee.object);
  const binding = context.script.useOf.get(list)?.binding;
  const source = binding ? context.evaluator.sourceOf(binding) : list;
  if (source?.type !== "ArrayExpression") return undefined;
  // A list that is joined several times is examined only at the first place.
  if (binding && binding.uses.find(({ isRead }) => isRead)?.node !== list) return undefined;
  const between = separator ? textOf(context, separator) : ",";
  return source.elements.flatMap((item) => [
    ...(item ? collect(context, [item]) : []),
    { cooked: between },
  ]);
}

const isSum = (node: AnyNode): node is NodeOf<"BinaryExpression"> =>
  node.type === "BinaryExpression" && node.operator === "+";

/** The pieces of expressions, in the order of the text. */
function collect(context: RuleContext, expressions: readonly AnyNode[]): Written[] {
  const pieces: Written[] = [];
  const left: AnyNode[] = expressions.toReversed();
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (isSum(at)) left.push(at.right, at.left);
    else if (at.type === "TemplateLiteral") {
      for (let index = at.quasis.length - 1; index >= 0; index -= 1) {
        const [expression, quasi] = [at.expressions[index], at.quasis[index]];
        if (expression) left.push(expression);
        if (quasi) left.push(quasi);
      }
    } else {
      pieces.push(writtenText(context.script.source, at) ?? { cooked: textOf(context, at) });
    }
  }
  return pieces;
}

/** How many characters at the ends of a computed text are examined, because words are shorter. */
const EDGE = 100;

/** The ends of a computed text; an unknown text counts as a line break, which ends a word. */
function textOf({ evaluator }: RuleContext, node: AnyNode): string {
  const value = evaluator.evaluate(node);
  if (value?.kind !== "constant") return "\n";
  const text = String(value.value);
  return text.length > 2 * EDGE ? `${text.slice(0, EDGE)}\n${text.slice(-EDGE)}` : text;
}
