import type { AnyNode } from "acorn";
import { FORBIDDEN_GLOBALS, KNOWN_GLOBALS } from "../globals.ts";
import type { Use } from "../scopes.ts";
import { unchained } from "../walk.ts";
import { CHANGERS } from "../write-targets.ts";
import { builtinPath, type NodeOf, type RuleContext } from "./context.ts";
import { createGuards, isAskedByTypeof } from "./guards.ts";

/** Names that mean a global: those that plugins may not use, and those that exist nowhere. */
export function checkGlobalNames(context: RuleContext): void {
  const { script, report } = context;
  const isGuarded = createGuards(script);
  const unknown = new Set<string>();
  for (const use of script.free) {
    const { node } = use;
    const { name } = node;
    if (isAskedByTypeof(script, node)) continue;
    if (use.isWrite) {
      reportWrite(use, context);
    } else if (FORBIDDEN_GLOBALS.has(name)) {
      reportForbidden(context, node, name, isGuarded(name, node));
    } else if (!KNOWN_GLOBALS.has(name) && !isGuarded(name, node) && !unknown.has(name)) {
      unknown.add(name);
      report("unknown-global", node, absenceOf(name));
    }
  }
  for (const node of script.nodes) {
    if (node.type === "MemberExpression") checkMember(context, node, isGuarded);
    else if (node.type === "VariableDeclarator") checkDestructuring(context, node);
    else if (node.type === "CallExpression") checkHandedOn(context, node);
  }
}

/** What to use in place of what does not exist. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["process", "settings of the owner are in config, by meta.config_schema"],
  ["fs", "keep data in storage"],
  ["XMLHttpRequest", "use fetch"],
  ["WebSocket", "use fetch"],
  ["EventSource", "use fetch"],
  ["performance", "use Date.now()"],
  ["alert", "use bot.reply"],
  ["localStorage", "use storage"],
  ["document", "there is no page: answer with bot.reply"],
  ["axios", "use fetch"],
  ["bot", "take it from the handler's context: handler({ bot, msg })"],
  ["msg", "take it from the handler's context: handler({ bot, msg })"],
  ["storage", "take it from the handler's context: handler({ bot, msg, storage })"],
  ["config", "take it from the handler's context: handler({ bot, msg, config })"],
]);

function absenceOf(name: string): string {
  const instead = INSTEAD.get(name);
  return `${name} does not exist in the sandbox${instead === undefined ? "" : `: ${instead}`}`;
}

function reportWrite({ node }: Use, { report }: RuleContext): void {
  // CommonJS plugins write `exports = module.exports = …`.
  if (node.name === "exports") return;
  const what = KNOWN_GLOBALS.has(node.name) ? "is built in" : "is declared nowhere";
  report("global-write", node, `${node.name} ${what}: globals cannot be changed or made`);
}

function reportForbidden(
  { script, report }: RuleContext,
  node: AnyNode,
  name: string,
  isGuarded: boolean,
): void {
  const parent = script.parents.get(node);
  const isCallee =
    ((parent?.type === "CallExpression" || parent?.type === "NewExpression") &&
      parent.callee === node) ||
    parent?.type === "TaggedTemplateExpression";
  // Calls are another rule's: code-from-text, import.
  const isRequire = name === "require" && node.type === "Identifier";
  if (isCallee && (isRequire || name === "eval" || name === "Function")) return;
  if (name === "Function") {
    if (!isHarmless(parent, node)) {
      report("forbidden-global", node, "Function makes no code in the sandbox", "warning");
    }
    return;
  }
  const severity = isGuarded ? "warning" : undefined;
  report("forbidden-global", node, absenceOf(name), severity);
}

/** `x instanceof Function`, `x === Function`, `Function.prototype…` make nothing. */
function isHarmless(parent: AnyNode | undefined, node: AnyNode): boolean {
  if (parent?.type === "BinaryExpression") return true;
  return parent?.type === "MemberExpression" && parent.object === node;
}

type Guard = (name: string, node: AnyNode) => boolean;

/** `globalThis.process`, `globalThis[name]`. */
function checkMember(
  context: RuleContext,
  node: NodeOf<"MemberExpression">,
  isGuarded: Guard,
): void {
  if (builtinPath(context, node.object) !== "globalThis") return;
  const { script, evaluator, report } = context;
  const key = evaluator.keyOf(node);
  if (key === undefined) {
    report("computed-global", node, "which global this is shows only when running");
  } else if (FORBIDDEN_GLOBALS.has(key) && !isAskedByTypeof(script, node)) {
    const isOptional = node.optional || isOptionalObject(script.parents.get(node), node);
    reportForbidden(context, node, key, isOptional || isGuarded(key, node));
  }
}

/** `node?.x`. */
function isOptionalObject(parent: AnyNode | undefined, node: AnyNode): boolean {
  return parent?.type === "MemberExpression" && parent.object === node && parent.optional;
}

/** `const { eval: e } = globalThis`. */
function checkDestructuring(context: RuleContext, node: NodeOf<"VariableDeclarator">): void {
  if (node.id.type !== "ObjectPattern" || !node.init) return;
  if (builtinPath(context, node.init) !== "globalThis") return;
  for (const property of node.id.properties) {
    if (property.type !== "Property") continue;
    const { key, computed } = property;
    const name = !computed && key.type === "Identifier" ? key.name : constantOf(context, key);
    if (name === undefined) {
      context.report("computed-global", property, "which global this is shows only when running");
    } else if (FORBIDDEN_GLOBALS.has(name)) {
      context.report("forbidden-global", property, absenceOf(name));
    }
  }
}

function constantOf({ evaluator }: RuleContext, node: AnyNode): string | undefined {
  const value = evaluator.evaluate(node);
  return value?.kind === "constant" ? String(value.value) : undefined;
}

/** `Object.entries(globalThis)`, `Reflect.get(globalThis, name)`, `use(globalThis)`. */
function checkHandedOn(context: RuleContext, node: NodeOf<"CallExpression">): void {
  // Writes are another rule's.
  if (CHANGERS.has(builtinPath(context, unchained(node.callee)) ?? "")) return;
  for (const argument of node.arguments) {
    if (argument.type === "SpreadElement" || argument.type === "CallExpression") continue;
    if (builtinPath(context, unchained(argument)) !== "globalThis") continue;
    if (context.evaluator.evaluate(node) !== undefined) continue;
    context.report("computed-global", argument, "globalThis is handed on: who uses what of it?");
  }
}
