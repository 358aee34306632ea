import type { AnyNode } from "acorn";
import { FORBIDDEN_GLOBALS, KNOWN_GLOBALS } from "../../evaluate/globals.ts";
import type { Binding, Use } from "../../syntax/scopes.ts";
import { unchained } from "../../syntax/walk.ts";
import { CHANGERS } from "../../syntax/write-targets.ts";
import type { TermKey } from "../../words/english.ts";
import { type Sentence, sentence } from "../../words/sentence.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";
import { isLost } from "../lost-values.ts";
import { createGuards, isAskedByTypeof } from "./guards.ts";

/** Reports global names that plugins must not use, and those that do not exist. */
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
    checkHandedOn(context, node);
  }
}

/** The replacement for a global that does not exist. */
const INSTEAD: ReadonlyMap<string, TermKey> = new Map([
  ["process", "instead/config"],
  ["fs", "instead/keep"],
  ["XMLHttpRequest", "instead/fetch"],
  ["WebSocket", "instead/fetch"],
  ["EventSource", "instead/fetch"],
  ["performance", "instead/now"],
  ["alert", "instead/reply"],
  ["localStorage", "instead/storage"],
  ["document", "instead/answer"],
  ["axios", "instead/fetch"],
  ["bot", "instead/context"],
  ["msg", "instead/context"],
  ["storage", "instead/context-storage"],
  ["config", "instead/context-config"],
]);

function absenceOf(name: string): Sentence {
  const instead = INSTEAD.get(name);
  return instead === undefined
    ? sentence("absent-global", { name })
    : sentence("absent-global/instead", { name, instead });
}

function reportWrite({ node }: Use, { report }: RuleContext): void {
  // CommonJS plugins write `exports = module.exports = …`.
  if (node.name === "exports") return;
  const { name } = node;
  const key = KNOWN_GLOBALS.has(name) ? "global-write/built-in" : "global-write/undeclared";
  report("global-write", node, sentence(key, { name }));
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
  // Other rules report calls: code-from-text and import.
  const isRequire = name === "require" && node.type === "Identifier";
  if (isCallee && (isRequire || name === "eval" || name === "Function")) return;
  if (name === "Function") {
    if (!isHarmless(parent, node)) {
      report("forbidden-global", node, sentence("forbidden-global/function"), "warning");
    }
    return;
  }
  const severity = isGuarded ? "warning" : undefined;
  report("forbidden-global", node, absenceOf(name), severity);
}

/** Whether it is `x instanceof Function`, `x === Function` or `Function.prototype…`, which make no code. */
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
    report("computed-global", node, sentence("computed-global"));
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
    const name = context.evaluator.propertyName(property);
    if (name === undefined) {
      context.report("computed-global", property, sentence("computed-global"));
    } else if (FORBIDDEN_GLOBALS.has(name)) {
      context.report("forbidden-global", property, absenceOf(name));
    }
  }
}

/** A disguised `Function`; `Object.entries(globalThis)`, `Reflect.get(globalThis, name)`, `use(globalThis)`, `{ ...globalThis }`. */
function checkHandedOn(context: RuleContext, node: AnyNode): void {
  if (!VALUES.has(node.type)) return;
  const { script, evaluator, report } = context;
  const path = builtinPath(context, node);
  if (path === "Function" && !isFree(context, node) && isLost(context, node)) {
    report("forbidden-global", node, sentence("forbidden-global/function"), "warning");
  }
  if (path !== "globalThis") return;
  const parent = script.parents.get(node);
  // Members are checked by their names.
  if (parent?.type === "MemberExpression" || !isLost(context, node)) return;
  if (parent?.type === "CallExpression") {
    // Another rule reports writes.
    if (CHANGERS.has(builtinPath(context, unchained(parent.callee)) ?? "")) return;
    if (evaluator.evaluate(parent) !== undefined) return;
  }
  report("computed-global", node, sentence("computed-global/handed-on"));
}

/** How many names are followed from one to the next. */
const MAX_STEPS = 6;

/** Whether a node denotes a global directly; globals are reported there, and not at further names of them. */
function isFree(context: RuleContext, node: AnyNode): boolean {
  const { script, evaluator } = context;
  let at: AnyNode | undefined = node;
  for (let steps = 0; at?.type === "Identifier" && steps < MAX_STEPS; steps += 1) {
    const binding: Binding | undefined = script.useOf.get(at)?.binding;
    if (binding === undefined) return true;
    at = evaluator.sourceOf(binding);
  }
  return at?.type === "MemberExpression" && builtinPath(context, at.object) === "globalThis";
}

/** Expressions that can denote a global; expressions around them may have the same value. */
const VALUES: ReadonlySet<AnyNode["type"]> = new Set([
  "AssignmentExpression",
  "CallExpression",
  "ConditionalExpression",
  "Identifier",
  "LogicalExpression",
  "MemberExpression",
  "SequenceExpression",
]);
