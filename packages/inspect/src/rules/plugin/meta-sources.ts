import type { AnyNode } from "acorn";
import type { Exports } from "../../evaluate/exports.ts";
import type { Script } from "../../syntax/read.ts";
import type { Binding } from "../../syntax/scopes.ts";
import { unchained } from "../../syntax/walk.ts";
import { CHANGERS, writeTargetsOf } from "../../syntax/write-targets.ts";
import { builtinPath, type RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

/** Checks that there is one `meta`, and that no other object could be mistaken for it. */
export function checkMetaSources(context: RuleContext, exports: Exports): void {
  const [first, ...others] = exports.all("meta");
  for (const { place, node } of others) {
    if (node !== undefined && node === first?.node) continue;
    // Compilers write `exports.handler = exports.meta = void 0` at the beginning.
    if (node?.type === "UnaryExpression" && node.operator === "void") continue;
    const severity = node === undefined ? "warning" : undefined;
    const message = sentence("meta-ambiguous/twice");
    context.report("meta-ambiguous", place, message, severity);
  }
  checkDecoys(context, first?.node);
  checkLateExports(context, exports);
}

/** Reports variables named `meta` that look like a declaration but are not exported. */
function checkDecoys({ script, evaluator, report }: RuleContext, meta: AnyNode | undefined): void {
  for (const binding of script.bindings) {
    if (binding.name !== "meta") continue;
    const source = evaluator.sourceOf(binding);
    const value = source && evaluator.evaluate(source);
    if (value?.kind !== "record" || value.node === meta) continue;
    const isDeclaration = FIELDS.some((field) => evaluator.property(value.node, field));
    if (!isDeclaration) continue;
    const message = sentence("meta-ambiguous/other");
    const severity = binding.isModuleLevel ? undefined : "warning";
    report("meta-ambiguous", value.node, message, severity);
  }
}

const FIELDS = ["slug", "permissions", "priority", "triggers", "config_schema"] as const;

/** `plugin.meta = …` after `export default plugin`; `Object.defineProperty(exports, "meta", …)`. */
function checkLateExports(context: RuleContext, { wholes }: Exports): void {
  const { script, evaluator, report } = context;
  const bindings = new Set<Binding>();
  const declared = bindingsByName(script);
  for (const whole of wholes) {
    const name =
      whole.type === "FunctionDeclaration" || whole.type === "ClassDeclaration" ? whole.id : whole;
    for (const binding of bindingsOf(context, declared, name)) bindings.add(binding);
  }
  const isWhole = (node: AnyNode): boolean => {
    const binding = script.useOf.get(unchained(node))?.binding;
    return binding !== undefined && bindings.has(binding);
  };
  const refuse = (place: AnyNode): void =>
    report("meta-changed", place, sentence("meta-changed/export"));
  for (const { target, by } of writeTargetsOf(script)) {
    if (target.type === "Identifier") {
      if (target.name === "exports" && isRedirected(context, target, by)) refuse(by);
      continue;
    }
    if (target.type !== "MemberExpression") continue;
    const key = evaluator.keyOf(target);
    const isUnknown = key === undefined && !isSymbol(context, target.property);
    if (isWhole(target.object) && (isUnknown || key === "meta")) refuse(by);
    const path = builtinPath(context, target.object) ?? "";
    if (EXPORTS.test(path) && isUnknown) refuse(by);
  }
  for (const node of script.nodes) {
    if (node.type !== "CallExpression") continue;
    const changer = builtinPath(context, unchained(node.callee)) ?? "";
    if (!CHANGERS.has(changer)) continue;
    const [first, second, ...more] = node.arguments;
    if (first === undefined) continue;
    const isExports = EXPORTS.test(builtinPath(context, unchained(first)) ?? "");
    // Compilers mark a module: `Object.defineProperty(exports, "__esModule", …)`.
    const isOther =
      second !== undefined &&
      (SEVERAL.has(changer) && more.length === 0
        ? hasOtherKeys(context, second)
        : isOtherKey(context, second));
    if ((isExports || isWhole(first)) && !isOther) refuse(node);
  }
}

const EXPORTS = /^(?:module|exports|module\.exports)$/u;
/** Functions that copy the properties of their second argument. */
const SEVERAL: ReadonlySet<string> = new Set(["Object.assign", "Object.defineProperties"]);
/** The symbols with which compilers mark a module. */
const SYMBOLS: ReadonlySet<string> = new Set(["Symbol.toStringTag"]);

/** Whether a key is a symbol, and therefore not `meta`. */
function isSymbol(context: RuleContext, key: AnyNode): boolean {
  return SYMBOLS.has(builtinPath(context, key) ?? "");
}

/** Whether a key is certainly neither `meta` nor `exports` (of `module`). */
function isOtherKey(context: RuleContext, key: AnyNode): boolean {
  const value = context.evaluator.evaluate(key);
  if (value?.kind !== "constant") return isSymbol(context, key);
  return value.value !== "meta" && value.value !== "exports";
}

/** Tests the same for every key of an object literal; a variable may have been changed. */
function hasOtherKeys(context: RuleContext, object: AnyNode): boolean {
  if (object.type !== "ObjectExpression") return false;
  return object.properties.every((property) => {
    if (property.type !== "Property") return false;
    const name = context.evaluator.propertyName(property);
    if (name === undefined) return property.computed && isSymbol(context, property.key);
    return name !== "meta" && name !== "exports";
  });
}

function bindingsOf(
  { script }: RuleContext,
  declared: ReadonlyMap<AnyNode, readonly Binding[]>,
  node: AnyNode | null | undefined,
): readonly Binding[] {
  if (!node) return [];
  const used = script.useOf.get(node)?.binding;
  return used ? [used] : (declared.get(node) ?? []);
}

/** The bindings by their declaring identifiers; a class name has two, outside and inside of the class. */
function bindingsByName({ bindings }: Script): ReadonlyMap<AnyNode, readonly Binding[]> {
  const found = new Map<AnyNode, Binding[]>();
  for (const binding of bindings) {
    for (const { identifier } of binding.definitions) {
      const known = found.get(identifier);
      if (known === undefined) found.set(identifier, [binding]);
      else if (!known.includes(binding)) known.push(binding);
    }
  }
  return found;
}

/** Whether the target is no longer exported, because `exports` was replaced before. */
function isRedirected({ script }: RuleContext, target: AnyNode, by: AnyNode): boolean {
  if (script.useOf.get(target)?.binding !== undefined) return false;
  const right = by.type === "AssignmentExpression" ? by.right : undefined;
  const inner = right?.type === "AssignmentExpression" ? right.left : right;
  return !(
    inner?.type === "MemberExpression" &&
    inner.object.type === "Identifier" &&
    inner.object.name === "module"
  );
}

/** The function, loop or condition that contains a declaration, so that it may not be made. */
export function placeMadeConditionally(
  { script }: RuleContext,
  meta: AnyNode,
): AnyNode | undefined {
  let below = meta;
  for (let up = script.parents.get(meta); up !== undefined; up = script.parents.get(up)) {
    if (CONDITIONS.test(up.type)) return up;
    if (up.type === "IfStatement" && !asksForCommonJs(script.source, up.test)) return up;
    if (up.type.includes("Function")) {
      // An immediately invoked function runs once.
      const call = script.parents.get(up);
      if (call?.type !== "CallExpression" || unchained(call.callee) !== up) return up;
    }
    below = up;
  }
  return below.type === "Program" ? undefined : below;
}

const CONDITIONS =
  /^(?:For\w*|While|DoWhile|Switch|Try|Catch\w*)Statement$|^ConditionalExpression$|^LogicalExpression$|^Class/u;

function asksForCommonJs(source: string, { start, end }: AnyNode): boolean {
  return /typeof\s+(?:module|exports)\b/u.test(source.slice(start, end));
}
