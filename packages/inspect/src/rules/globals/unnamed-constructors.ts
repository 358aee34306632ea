import type { AnyNode } from "acorn";
import type { Binding } from "../../syntax/scopes.ts";
import { unchained } from "../../syntax/walk.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";

/** Functions that return one property of an object, or its descriptor. */
const GETS = /^(?:(?:Object|Reflect)\.getOwnPropertyDescriptor|Reflect\.get)$/u;
/** Functions that return the properties of an object without naming them. */
const LISTS =
  /^(?:Object\.(?:entries|getOwnPropertyDescriptors|getOwnPropertyNames|values)|Reflect\.ownKeys)$/u;
/** How many names are followed from one to the next. */
const MAX_STEPS = 6;
/** The most places of one name, and patterns around it, that are examined. */
const MAX_PLACES = 20;

/** Tests whether an expression may be the constructor of an unknown object. */
export function createConstructors(context: RuleContext): (node: AnyNode) => boolean {
  const { script, evaluator } = context;
  const known = new Map<Binding, boolean>();

  function find(given: AnyNode, steps: number): boolean {
    const node = unchained(given);
    if (steps === 0) return false;
    if (node.type === "MemberExpression") return isMember(node, steps);
    if (node.type === "CallExpression") return isGotten(context, node);
    const binding = script.useOf.get(node)?.binding;
    if (binding === undefined) return false;
    let is = known.get(binding);
    if (is === undefined) {
      known.set(binding, false);
      is = isNamed(binding, steps);
      known.set(binding, is);
    }
    return is;
  }

  function isMember(node: NodeOf<"MemberExpression">, steps: number): boolean {
    // `new this.constructor(…)` makes another instance of the same class.
    if (node.object.type === "ThisExpression") return false;
    const key = evaluator.keyOf(node);
    if (key === undefined) return isFunction(context, node.object);
    // `value` is the property of a descriptor.
    return key === "constructor" || (key === "value" && find(node.object, steps - 1));
  }

  function isNamed(binding: Binding, steps: number): boolean {
    const source = evaluator.sourceOf(binding);
    if (source !== undefined) return find(source, steps - 1);
    const targets = [
      ...binding.definitions.slice(0, MAX_PLACES).map(({ identifier }) => identifier),
      ...binding.writes.slice(0, MAX_PLACES).map(({ node }) => node),
    ];
    return targets.some((target) => isTaken(target, steps));
  }

  /** `{ constructor: name }`, `{ value: name }` of a descriptor. */
  function isTaken(target: AnyNode, steps: number): boolean {
    let isValue = false;
    let at = script.parents.get(target);
    let isNamedSo = false;
    for (let level = 0; at !== undefined && level < MAX_PLACES; level += 1) {
      if (at.type === "Property") {
        const name = evaluator.propertyName(at);
        isNamedSo ||= name === "constructor";
        isValue ||= name === "value";
      } else if (!at.type.endsWith("Pattern")) break;
      at = script.parents.get(at);
    }
    if (at?.type !== "VariableDeclarator" || !at.init) return isNamedSo;
    if (isNamedSo) return at.init.type !== "ThisExpression";
    return isValue && find(at.init, steps - 1);
  }

  return (node) => find(node, MAX_STEPS);
}

/** `Reflect.get(x, "constructor")`. */
function isGotten(context: RuleContext, node: NodeOf<"CallExpression">): boolean {
  const [object, key] = node.arguments;
  if (!object || !key || !GETS.test(builtinPath(context, unchained(node.callee)) ?? "")) {
    return false;
  }
  const name = context.evaluator.evaluate(key);
  return name === undefined
    ? isFunction(context, object)
    : name.kind === "constant" && name.value === "constructor";
}

function isFunction({ evaluator }: RuleContext, node: AnyNode): boolean {
  const value = evaluator.evaluate(node);
  return value?.kind === "function" || isPrototype(value);
}

const isPrototype = (value: ReturnType<RuleContext["evaluator"]["evaluate"]>): boolean =>
  value?.kind === "builtin" && value.path === "Function.prototype";

/** Whether a call lists all properties of the prototype of functions: `Reflect.ownKeys(Function.prototype)`. */
export function listsFunction(context: RuleContext, node: NodeOf<"CallExpression">): boolean {
  const [object] = node.arguments;
  if (object === undefined || !LISTS.test(builtinPath(context, unchained(node.callee)) ?? "")) {
    return false;
  }
  return isPrototype(context.evaluator.evaluate(object));
}
