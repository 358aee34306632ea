import type { AnyNode } from "acorn";
import type { Script } from "../../syntax/read.ts";
import type { Binding } from "../../syntax/scopes.ts";
import { childrenOf, unchained } from "../../syntax/walk.ts";
import { writeTargetsOf } from "../../syntax/write-targets.ts";
import type { NodeOf, RuleContext } from "../context.ts";
import { type FunctionNode, functionAround, isFunctionNode } from "../plugin/handler.ts";
import { sentence } from "../../words/sentence.ts";

/** Methods that change a collection, by its constructor. */
const COLLECTION_CHANGERS: Readonly<Record<string, RegExp>> = {
  Map: /^(?:clear|delete|set)$/u,
  Set: /^(?:add|clear|delete)$/u,
  WeakMap: /^(?:delete|set)$/u,
  WeakSet: /^(?:add|delete)$/u,
  Array: /^(?:copyWithin|fill|pop|push|shift|splice|unshift)$/u,
};

/** Reports variables of the file that the handler writes: the file is loaded afresh for every message. */
export function checkModuleState(context: RuleContext, handler: FunctionNode): void {
  const { script, report } = context;
  const isRunBy = createRunBy(script, functionsReachedFrom(script, handler));
  const reported = new Set<Binding>();
  const setFirst = new Map<Binding, boolean>();
  const reportOnce = (place: AnyNode, name: AnyNode): void => {
    const binding = moduleVariable(script, name);
    if (binding === undefined || reported.has(binding) || !isRunBy(place)) return;
    let isFresh = setFirst.get(binding);
    if (isFresh === undefined) {
      isFresh = isSetFirst(script, handler, binding);
      setFirst.set(binding, isFresh);
    }
    if (isFresh) return;
    reported.add(binding);
    report("module-state", place, sentence("module-state", { name: binding.name }));
  };
  for (const { target, by } of writeTargetsOf(script)) {
    // `lastIndex` of a regular expression is only reset.
    if (target.type === "MemberExpression" && isNamed(target.property, "lastIndex")) continue;
    reportOnce(by, baseOf(target));
  }
  for (const node of script.nodes) {
    if (node.type !== "CallExpression") continue;
    const callee = unchained(node.callee);
    if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") continue;
    const binding = moduleVariable(script, callee.object);
    const changers = binding && COLLECTION_CHANGERS[collectionOf(binding) ?? ""];
    if (changers?.test(callee.property.name)) reportOnce(node, callee.object);
  }
}

/** `a` of `a.b[c].d`. */
function baseOf(node: AnyNode): AnyNode {
  let base = unchained(node);
  while (base.type === "MemberExpression") base = unchained(base.object);
  return base;
}

function isNamed(node: AnyNode, name: string): boolean {
  return node.type === "Identifier" && node.name === name;
}

function moduleVariable(script: Script, node: AnyNode): Binding | undefined {
  const binding = script.useOf.get(node)?.binding;
  return binding?.isModuleLevel ? binding : undefined;
}

/** `Map` for `new Map()`, `Array` for `[]`. */
function collectionOf({ definitions }: Binding): string | undefined {
  const node = definitions[0]?.node;
  const init = node?.type === "VariableDeclarator" ? node.init : undefined;
  if (init?.type === "ArrayExpression") return "Array";
  return init?.type === "NewExpression" && init.callee.type === "Identifier"
    ? init.callee.name
    : undefined;
}

/** The handler, and all functions that it may call by name. */
function functionsReachedFrom(script: Script, handler: FunctionNode): Set<AnyNode> {
  const reached = new Set<AnyNode>([handler]);
  const left: AnyNode[] = [handler];
  const known = new Set<Binding>();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const node of script.within(next)) {
      const binding = script.useOf.get(node)?.binding;
      if (!binding?.isModuleLevel || known.has(binding)) continue;
      known.add(binding);
      for (const found of functionsOf(binding)) {
        if (reached.has(found)) continue;
        reached.add(found);
        left.push(found);
      }
    }
  }
  return reached;
}

/** The functions that a name may denote. */
function functionsOf({ definitions }: Binding): AnyNode[] {
  return definitions.flatMap(({ node }) => {
    const value = node.type === "VariableDeclarator" ? node.init : node;
    return value ? functionsIn(value) : [];
  });
}

/** Functions that a value contains, but not those that only ran when the value was made. */
function functionsIn(root: AnyNode): AnyNode[] {
  const found: AnyNode[] = [];
  const left: AnyNode[] = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (isFunctionNode(node)) found.push(node);
    else if (node.type === "CallExpression") {
      // `wrap(function…)`, but not `list.map(function…)`.
      if (node.callee.type === "Identifier") left.push(...node.arguments);
    } else if (HOLDERS.has(node.type)) left.push(...childrenOf(node));
  }
  return found;
}

const HOLDERS: ReadonlySet<string> = new Set([
  "ArrayExpression",
  "ClassBody",
  "ClassDeclaration",
  "ClassExpression",
  "MethodDefinition",
  "NewExpression",
  "ObjectExpression",
  "Property",
  "PropertyDefinition",
]);

/** Whether a node is in a function that runs; each function is examined once. */
function createRunBy(script: Script, running: ReadonlySet<AnyNode>): (node: AnyNode) => boolean {
  const known = new Map<AnyNode, boolean>();
  return (node) => {
    const passed: AnyNode[] = [];
    let around: AnyNode | undefined = functionAround(script, node);
    while (around !== undefined && !known.has(around) && !running.has(around)) {
      passed.push(around);
      around = functionAround(script, around);
    }
    const isRun = around !== undefined && (known.get(around) ?? true);
    for (const one of passed) known.set(one, isRun);
    return isRun;
  };
}

/** Whether the handler sets a variable before it can read it, so that no value was meant to last. */
function isSetFirst(script: Script, handler: FunctionNode, { uses }: Binding): boolean {
  const first = uses.find(({ node }) => node.start >= handler.start && node.end <= handler.end);
  const parent = first && script.parents.get(first.node);
  if (first === undefined || parent === undefined) return false;
  let change: AnyNode | undefined = parent;
  if (parent.type === "MemberExpression") change = resetBy(script, parent);
  else if (parent.type !== "AssignmentExpression" || parent.left !== first.node) return false;
  else if (parent.operator !== "=") return false;
  const statement = change && script.parents.get(change);
  if (statement?.type !== "ExpressionStatement") return false;
  return script.parents.get(statement) === handler.body;
}

/** `list.length = 0` or `cache.clear()`. */
function resetBy(script: Script, member: NodeOf<"MemberExpression">): AnyNode | undefined {
  const parent = script.parents.get(member);
  const isEmptied = isNamed(member.property, "length") && parent?.type === "AssignmentExpression";
  const isCleared = isNamed(member.property, "clear") && parent?.type === "CallExpression";
  return isEmptied || isCleared ? parent : undefined;
}
