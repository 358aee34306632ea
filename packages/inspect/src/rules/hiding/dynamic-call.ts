import type { AnyNode } from "acorn";
import type { Binding } from "../../syntax/scopes.ts";
import { unchained } from "../../syntax/walk.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";
import { createKeyNames } from "./origins/key-names.ts";
import { findObjectWrites } from "./origins/object-writes.ts";
import { createOrigins } from "./origins/origins.ts";

const MESSAGE = sentence("dynamic-call");

/** An access to a property whose name is only known at run time, and the accessed object. */
interface Lookup {
  readonly place: AnyNode;
  readonly object: AnyNode;
}

/** Functions that return the properties of an object without naming them. */
const LISTS = /^(?:Object\.(?:entries|values)|(?:Object|Reflect)\.getOwnPropertyDescriptors?)$/u;
const GETS = /^(?:(?:Object|Reflect)\.getOwnPropertyDescriptor|Reflect\.get)$/u;

/**
 * Finds methods that are read by a computed name, and then called or passed on. A table of the plugin's own
 * functions is not reported, because its content is visible in the file.
 */
export function checkDynamicCalls(context: RuleContext, handler: AnyNode | undefined): void {
  const { script, evaluator, report } = context;
  const writes = findObjectWrites(context);
  const isCertain = createKeyNames(context, writes);
  const nameOf = (member: NodeOf<"MemberExpression">): string | undefined =>
    member.computed && !isCertain(member.property) ? undefined : evaluator.keyOf(member);
  const originOf = createOrigins({ context, handler, writes, nameOf });
  const taken = new Map<Binding, boolean>();
  const told = new Set<AnyNode>();

  /** `bot[name]`, `Reflect.get(bot, name)`. */
  function lookupOf(node: AnyNode): Lookup | undefined {
    if (node.type === "MemberExpression") {
      const isPlace = !node.computed || isCounted(node.property) || isCertain(node.property);
      return isPlace ? undefined : { place: node, object: node.object };
    }
    if (node.type !== "CallExpression") return undefined;
    const [object, key] = node.arguments;
    if (!object || !key || !GETS.test(builtinPath(context, unchained(node.callee)) ?? ""))
      return undefined;
    return isCertain(key) ? undefined : { place: node, object };
  }

  /** Whether an expression is a method of an object from outside, read by a computed name. */
  function isTaken(node: AnyNode): boolean {
    const lookup = lookupOf(node);
    if (lookup !== undefined) return isGiven(lookup);
    const binding = script.useOf.get(node)?.binding;
    if (binding === undefined) return false;
    let is = taken.get(binding);
    if (is === undefined) {
      const targets = new Set<AnyNode>([
        ...binding.definitions.map(({ identifier }) => identifier),
        ...binding.writes.map((write) => write.node),
      ]);
      const lookups = [...targets].flatMap((target) => lookupOfTarget(target) ?? []);
      is = lookups.filter((found) => isGiven(found)).length > 0;
      taken.set(binding, is);
    }
    return is;
  }

  /** `const send = bot[name]`, `send = bot[name]`, `const { [name]: send } = bot`. */
  function lookupOfTarget(target: AnyNode): Lookup | undefined {
    const parent = script.parents.get(target);
    if (parent?.type === "VariableDeclarator") {
      return parent.init ? lookupOf(unchained(parent.init)) : undefined;
    }
    if (parent?.type === "AssignmentExpression") return lookupOf(unchained(parent.right));
    if (parent?.type !== "Property" || !parent.computed || isCertain(parent.key)) return undefined;
    const pattern = script.parents.get(parent);
    const declarator = pattern && script.parents.get(pattern);
    return declarator?.type === "VariableDeclarator" && declarator.init
      ? { place: parent, object: declarator.init }
      : undefined;
  }

  function isGiven({ place, object }: Lookup): boolean {
    if (originOf(unchained(object)).isOwn) return false;
    told.add(place);
    return true;
  }

  function check(call: AnyNode, callee: AnyNode): void {
    if (isTaken(callee)) report("dynamic-call", call, MESSAGE);
  }

  for (const node of script.nodes) {
    const callee = calleeOf(node);
    if (callee !== undefined) {
      check(node, calledBy(callee));
      if (node.type === "CallExpression") checkCall(node, callee);
    } else if (node.type === "ForInStatement" && originOf(unchained(node.right)).isService) {
      report("dynamic-call", node.right, sentence("dynamic-call/all"));
    }
  }

  /** `Reflect.apply(bot[name], …)`, `bot[name].call(…)`, `Object.values(bot)`. */
  function checkCall(node: NodeOf<"CallExpression">, callee: AnyNode): void {
    if (callee.type !== "MemberExpression") return;
    const path = builtinPath(context, callee) ?? "";
    const [first] = node.arguments;
    if (path === "Reflect.apply" || path === "Reflect.construct") {
      if (first) check(node, unchained(first));
    } else if (/^(?:apply|bind|call|value)$/u.test(evaluator.keyOf(callee) ?? "")) {
      check(node, unchained(callee.object));
    } else if (first && LISTS.test(path) && originOf(unchained(first)).isService) {
      told.add(node);
      report("dynamic-call", node, sentence("dynamic-call/all"));
    }
  }

  // A method that is not called where it is read may be called where it is passed.
  for (const node of script.nodes) {
    const lookup = lookupOf(node);
    if (lookup === undefined || told.has(node) || !isHandedOn(context, node)) continue;
    if (originOf(unchained(lookup.object)).isService) {
      report("dynamic-call", node, sentence("dynamic-call/taken"));
    }
  }
}

function calleeOf(node: AnyNode): AnyNode | undefined {
  switch (node.type) {
    case "CallExpression":
    case "NewExpression":
      return unchained(node.callee);
    case "TaggedTemplateExpression":
      return unchained(node.tag);
    default:
      return undefined;
  }
}

/** `(0, method)`. */
function calledBy(callee: AnyNode): AnyNode {
  if (callee.type !== "SequenceExpression") return callee;
  const last = callee.expressions.at(-1);
  return last ? unchained(last) : callee;
}

/** Whether a key is a position in a list: `list[0]`, `list[i + 1]`. */
function isCounted(key: AnyNode): boolean {
  return (
    key.type === "UpdateExpression" ||
    (key.type === "BinaryExpression" && /^[-*/%&|^]$/u.test(key.operator))
  );
}

/** Whether the value of an expression is used further; tests and comparisons only examine it. */
function isHandedOn({ script }: RuleContext, node: AnyNode): boolean {
  let at = node;
  let parent = script.parents.get(at);
  while (
    parent?.type === "ChainExpression" ||
    parent?.type === "AwaitExpression" ||
    parent?.type === "SequenceExpression" ||
    ((parent?.type === "LogicalExpression" || parent?.type === "AssignmentExpression") &&
      parent.right === at) ||
    (parent?.type === "ConditionalExpression" && parent.test !== at)
  ) {
    if (parent.type === "AssignmentExpression") return true;
    at = parent;
    parent = script.parents.get(at);
  }
  switch (parent?.type) {
    case "ArrayExpression":
    case "ReturnStatement":
    case "SpreadElement":
    case "VariableDeclarator":
    case "YieldExpression":
      return true;
    case "Property":
      return parent.value === at && script.parents.get(parent)?.type === "ObjectExpression";
    case "ArrowFunctionExpression":
      return parent.body === at;
    case "CallExpression":
    case "NewExpression":
      return parent.callee !== at;
    default:
      return false;
  }
}
