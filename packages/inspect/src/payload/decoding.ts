import type { AnyNode } from "acorn";
import { callsByFunction } from "../evaluate/calls.ts";
import type { RuleContext } from "../rules/context.ts";
import { builtinPath } from "../rules/context.ts";
import { unchained } from "../syntax/walk.ts";

/** Built-in functions that convert a text or a number to another one. */
const DECODERS =
  /^(?:atob|unescape|parseInt|Number|BigInt|decodeURI(?:Component)?|JSON\.parse|structuredClone|Number\.parseInt|String\.from(?:CharCode|CodePoint)(?:\.(?:apply|call))?|Buffer\.from|[\w]+Array\.(?:from|of|fromBase64|fromHex)|TextDecoder|DataView)$/u;
/** Methods that are used to decode data. */
const TAKES_APART =
  /^(?:charCodeAt|codePointAt|decode|normalize|getUint(?:8|16|32)|getInt(?:8|16|32))$/u;
/** Operators that unpack and decipher numbers. */
const BITWISE: ReadonlySet<string> = new Set(["^", "&", "|", "<<", ">>", ">>>"]);

/** Whether an expression decodes data, judged by its operation. */
export function decodes(context: RuleContext, node: AnyNode): boolean {
  switch (node.type) {
    case "CallExpression":
    case "NewExpression": {
      const callee = unchained(node.callee);
      const path = builtinPath(context, callee);
      if (path !== undefined && DECODERS.test(path)) return true;
      // `list.map(atob)`, `pipe(atob, run)(data)`
      if (isHandedDecoder(context, node) || isHandedDecoder(context, callee)) return true;
      if (callee.type !== "MemberExpression") return false;
      const key = context.evaluator.keyOf(callee) ?? "";
      return TAKES_APART.test(key) || /^from(?:CharCode|CodePoint)$/u.test(key);
    }
    case "BinaryExpression":
      return BITWISE.has(node.operator);
    case "AssignmentExpression":
      return BITWISE.has(node.operator.slice(0, -1));
    default:
      return false;
  }
}

/** The most arguments that are examined. */
const MAX_ARGUMENTS = 20;

/** Whether a call gets a decoder as an argument. */
function isHandedDecoder(context: RuleContext, call: AnyNode): boolean {
  if (call.type !== "CallExpression" || call.arguments.length > MAX_ARGUMENTS) return false;
  return call.arguments.some(
    (argument) =>
      (argument.type === "Identifier" || argument.type === "MemberExpression") &&
      DECODERS.test(builtinPath(context, argument) ?? ""),
  );
}

const LOOPS: ReadonlySet<string> = new Set([
  "DoWhileStatement",
  "ForInStatement",
  "ForOfStatement",
  "ForStatement",
  "WhileStatement",
]);
/** Methods that call a function for each item. */
const EACH =
  /^(?:every|filter|flatMap|forEach|from|map|reduce|reduceRight|replace|replaceAll|some)$/u;

/** Whether a node repeats its content: a loop, or a callback that is called for each item. */
function repeats({ script, evaluator }: RuleContext, node: AnyNode): boolean {
  if (LOOPS.has(node.type)) return true;
  if (!node.type.includes("Function")) return false;
  const call = script.parents.get(node);
  if (call?.type !== "CallExpression") return false;
  const callee = unchained(call.callee);
  return callee.type === "MemberExpression" && EACH.test(evaluator.keyOf(callee) ?? "");
}

/** Functions that call themselves. */
function recursiveFunctions({ script }: RuleContext): Set<AnyNode> {
  const found = new Set<AnyNode>();
  for (const [fn, calls] of callsByFunction(script)) {
    if (calls.some(({ start, end }) => start >= fn.start && end <= fn.end)) found.add(fn);
  }
  return found;
}

/** The innermost repetition around each node; the search ends at enclosing functions. */
export function repetitions(context: RuleContext): ReadonlyMap<AnyNode, AnyNode> {
  const { nodes, parents } = context.script;
  const found = new Map<AnyNode, AnyNode>();
  const repeating = new Set<AnyNode>();
  const recursive = recursiveFunctions(context);
  for (const node of nodes) {
    const parent = repeating.size === 0 ? undefined : parents.get(node);
    if (parent !== undefined) {
      const around = repeating.has(parent) ? parent : found.get(parent);
      if (around !== undefined) found.set(node, around);
    }
    if (recursive.has(node) || repeats(context, node)) repeating.add(node);
  }
  return found;
}
