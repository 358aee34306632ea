import type { AnyNode } from "acorn";
import { flowFrom } from "../../payload/flow.ts";
import { unchained } from "../../syntax/walk.ts";
import { CHANGERS, writeTargetsOf } from "../../syntax/write-targets.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

const ARRAY_CHANGERS = /^(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift)$/u;
const CHANGERS_BY_CALL =
  /^Array\.prototype\.(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift)\.(?:apply|bind|call)$/u;
const DEFINERS = /^__define[GS]etter__$/u;
/** Methods that return another object or nothing. */
const COPIES =
  /^(?:concat|endsWith|every|filter|includes|indexOf|join|keys|lastIndexOf|map|some|slice|split|startsWith|stringify|structuredClone|test|toLowerCase|toSorted|toString|trim|validate)$/u;
/** Built-in functions that do not change their arguments. */
const READERS =
  /^(?:Array|BigInt|Boolean|JSON|Math|Number|Object|Promise|Reflect|RegExp|Set|Map|String|Symbol|console|structuredClone|Buffer|TextEncoder|URL\w*|encodeURI\w*|markdownToPlainText)\b/u;

/** Reports later changes of the declaration, because what was read must be what runs. */
export function checkMetaChanges(context: RuleContext, meta: AnyNode): void {
  const { script, evaluator, report } = context;
  const aliases = flowFrom(context, [meta], (node) => isFresh(context, node));
  const isMeta = (node: AnyNode): boolean =>
    belongsTo(context, meta, node) || isAlias(context, aliases, node);
  const refuse = (place: AnyNode): void => report("meta-changed", place, sentence("meta-changed"));
  for (const { target, by } of writeTargetsOf(script)) {
    if (target.type !== "MemberExpression") continue;
    if (isMeta(unchained(target.object))) refuse(by);
    const path = builtinPath(context, target.object);
    if (/^(?:module\.)?exports\.meta\b/u.test(path ?? "")) refuse(by);
  }
  for (const node of script.nodes) {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") continue;
    const callee = unchained(node.callee);
    const path = builtinPath(context, callee) ?? "";
    const [first, second] = node.arguments;
    if (CHANGERS.has(path) || CHANGERS_BY_CALL.test(path)) {
      if (first && isMeta(unchained(first))) refuse(node);
    } else if (path === "Reflect.apply") {
      if (second && isMeta(unchained(second))) refuse(node);
    } else if (callee.type === "MemberExpression" && isMeta(unchained(callee.object))) {
      const key = evaluator.keyOf(callee);
      if (key === undefined || ARRAY_CHANGERS.test(key) || DEFINERS.test(key)) refuse(node);
    } else if (!READERS.test(path)) {
      checkHandedOn(context, node, isMeta);
    }
  }
}

/** `change(meta)`, where `change` is not a function in the file. */
function checkHandedOn(
  { script, report }: RuleContext,
  node: NodeOf<"CallExpression"> | NodeOf<"NewExpression">,
  isMeta: (node: AnyNode) => boolean,
): void {
  const index = node.arguments.findIndex((argument) => isMeta(unchained(argument)));
  if (index < 0) return;
  const callee = unchained(node.callee);
  const [definition, second] = script.useOf.get(callee)?.binding?.definitions ?? [];
  const declared = definition?.node;
  const own = declared?.type === "VariableDeclarator" ? declared.init : declared;
  const target = callee.type.includes("Function") ? callee : second ? undefined : own;
  const isFollowed = target && "params" in target && index < target.params.length;
  if (isFollowed) return;
  const severity = script.functions.has(node) ? "warning" : undefined;
  report("meta-changed", node, sentence("meta-changed/handed-on"), severity);
}

/** Whether an expression creates a new value; changing that does not change `meta`. */
function isFresh(context: RuleContext, node: AnyNode): boolean {
  switch (node.type) {
    case "BinaryExpression":
    case "TemplateLiteral":
    case "UnaryExpression":
    case "NewExpression":
      return true;
    case "MemberExpression":
      return context.evaluator.evaluate(node)?.kind === "constant";
    case "CallExpression": {
      const callee = unchained(node.callee);
      if (callee.type !== "MemberExpression") {
        return COPIES.test(builtinPath(context, callee) ?? "");
      }
      return COPIES.test(context.evaluator.keyOf(callee) ?? "");
    }
    default:
      return false;
  }
}

/** Whether a value comes through names and calls from `meta`; the file's own objects and lists only contain it. */
function isAlias(context: RuleContext, aliases: ReadonlySet<AnyNode>, node: AnyNode): boolean {
  if (!aliases.has(node) || isFresh(context, node)) return false;
  const value = context.evaluator.evaluate(node);
  return value === undefined || value.kind === "function";
}

/** Whether `node` is the declaration or a part of it, under any name. */
function belongsTo({ evaluator }: RuleContext, meta: AnyNode, node: AnyNode): boolean {
  for (let at = unchained(node); ; at = unchained(at.object)) {
    const value = evaluator.evaluate(at);
    if (value?.kind === "record") {
      const { start, end } = value.node;
      if (start >= meta.start && end <= meta.end) return true;
    }
    if (at.type !== "MemberExpression") return false;
  }
}
