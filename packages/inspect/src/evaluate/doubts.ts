import type { AnyNode } from "acorn";
import { namesBehind } from "./aliases.ts";
import type { Evaluator } from "./evaluator.ts";
import { patternPaths } from "../syntax/patterns.ts";
import type { Script } from "../syntax/read.ts";
import type { Binding } from "../syntax/scopes.ts";
import { unchained } from "../syntax/walk.ts";
import { CHANGERS, writeTargetsOf } from "../syntax/write-targets.ts";

/** Knows where the evaluator's value is only one of several. */
export interface Doubts {
  /** Whether an expression contains a choice, a default, or an object that is changed, also through names. */
  has(node: AnyNode): boolean;
  /** Whether the object of this name is changed: something is added, removed or replaced. */
  isChanged(binding: Binding): boolean;
}

/** Finds the expressions that may have other values than the evaluated one. Each node is visited once. */
export function findDoubts(script: Script, evaluator: Evaluator): Doubts {
  const doubts = new Set<AnyNode>();
  const bindings = new Set<Binding>();
  const keys = new Set<string>();
  const left: AnyNode[] = [];
  let byKey: ReadonlyMap<string, readonly AnyNode[]> | undefined;

  function addBinding(binding: Binding | undefined): void {
    if (binding === undefined || bindings.has(binding)) return;
    bindings.add(binding);
    for (const { node, isRead } of binding.uses) if (isRead) left.push(node);
  }

  /** Marks members and pattern parts of this name, because they may be the property. */
  function addKey(key: string | undefined): void {
    if (key === undefined || keys.has(key)) return;
    keys.add(key);
    byKey ??= partsByKey(script, evaluator);
    for (const part of byKey.get(key) ?? []) {
      if (part.type === "MemberExpression") left.push(part);
      else addBinding(script.useOf.get(part)?.binding);
    }
  }

  /** The expression around a node that shares its doubt. */
  function next(node: AnyNode): AnyNode | undefined {
    const parent = script.parents.get(node);
    switch (parent?.type) {
      case "VariableDeclarator":
        if (parent.init !== node) return undefined;
        for (const part of patternPaths(parent.id).keys()) {
          addBinding(script.useOf.get(part)?.binding);
        }
        return undefined;
      case "AssignmentExpression":
        if (parent.right === node) addBinding(script.useOf.get(parent.left)?.binding);
        return parent;
      case "Property":
        // Which object it is, is certain; only the property is doubtful.
        if (parent.value !== node) return parent;
        addKey(evaluator.propertyName(parent));
        return undefined;
      default:
        return parent && INSIDE.test(parent.type) ? parent : undefined;
    }
  }

  const changed = namesBehind(script, evaluator, changedObjects(script, evaluator));
  for (const binding of changed) addBinding(binding);
  for (const node of script.nodes) {
    if (node.type === "ConditionalExpression" || node.type === "LogicalExpression") left.push(node);
  }
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    for (let at: AnyNode | undefined = node; at && !doubts.has(at); at = next(at)) doubts.add(at);
  }
  return { has: (node) => doubts.has(node), isChanged: (binding) => changed.has(binding) };
}

/** Nodes whose value is made from that of their children. */
const INSIDE =
  /^(?:Array|Await|Binary|Call|Chain|Conditional|Logical|Member|New|Object|Sequence|TaggedTemplate|Unary)Expression$|^Property$|^SpreadElement$|^TemplateLiteral$/u;

function partsByKey(script: Script, evaluator: Evaluator): Map<string, AnyNode[]> {
  const found = new Map<string, AnyNode[]>();
  for (const node of script.nodes) {
    const key =
      node.type === "MemberExpression"
        ? evaluator.keyOf(node)
        : node.type === "Property"
          ? evaluator.propertyName(node)
          : undefined;
    if (key === undefined) continue;
    const part = node.type === "Property" ? node.value : node;
    const known = found.get(key);
    if (known === undefined) found.set(key, [part]);
    else known.push(part);
  }
  return found;
}

/** Methods that change the list they are called on. */
const LIST_CHANGERS = /^(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift)$/u;
/** Built-ins that are called with the object as first argument, such as `Array.prototype.push.call`. */
const CALLERS = /^Array\.prototype\.\w+\.(?:apply|call)$|^Reflect\.apply$/u;

/** The objects that are written to, passed to a changer, or changed by a list's method. */
function changedObjects(script: Script, evaluator: Evaluator): AnyNode[] {
  const found: AnyNode[] = [];
  for (const { target } of writeTargetsOf(script)) {
    if (target.type === "MemberExpression") found.push(target.object);
  }
  for (const node of script.nodes) {
    if (node.type !== "CallExpression") continue;
    const callee = unchained(node.callee);
    const [first, second] = node.arguments;
    const value = evaluator.evaluate(callee);
    const path = value?.kind === "builtin" ? value.path : "";
    if (CHANGERS.has(path) || CALLERS.test(path)) {
      const object = path === "Reflect.apply" ? second : first;
      if (object) found.push(object);
    } else if (
      callee.type === "MemberExpression" &&
      LIST_CHANGERS.test(evaluator.keyOf(callee) ?? "")
    ) {
      found.push(callee.object);
    }
  }
  return found;
}
