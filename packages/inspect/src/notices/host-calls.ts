import { OPERATIONS } from "@botwright/core";
import type { AnyNode } from "acorn";
import { callsByFunction } from "../evaluate/calls.ts";
import type { NodeOf, RuleContext } from "../rules/context.ts";
import { functionAround, type FunctionNode } from "../rules/plugin/handler.ts";
import type { Binding, Definition } from "../syntax/scopes.ts";
import { unchained } from "../syntax/walk.ts";

/** The host calls of a plugin's file. */
export interface HostCalls {
  /** The name of the host operation that a call requests, such as `bot.reply`. */
  nameOf(call: NodeOf<"CallExpression">): string | undefined;
  /** The service and the method that a call names, even if the service has no such method. */
  methodOf(call: NodeOf<"CallExpression">): ServiceMethod | undefined;
  /** Whether an expression is the handler's context. */
  isContext(node: AnyNode): boolean;
  /** Whether an expression is a service, or another member of the context that makes host calls. */
  isService(node: AnyNode): boolean;
  /** The methods of a service. */
  methodsOf(service: string): readonly string[];
  /** Async functions of the file that make a host call or wait for a promise, by each call of them. */
  readonly helperCalls: ReadonlyMap<AnyNode, string>;
  /** Whether the function, or one inside it, makes a host call or waits for a promise. */
  works(node: AnyNode): boolean;
}

/** A method of `bot`, `storage` or another service. */
interface ServiceMethod {
  readonly service: string;
  readonly name: string;
}

/** Every operation of the table, and `storage.update`, which the guest builds from two of them. */
const NAMES: ReadonlySet<string> = new Set([...Object.keys(OPERATIONS), "storage.update"]);
/** The members of the handler's context that make host calls. */
export const HOST_MEMBERS: ReadonlySet<string> = new Set(
  [...NAMES].filter((name) => name !== "fetch").map((name) => name.replace(/\..*$/u, "")),
);
/** How many names and callers are followed from one to the next. */
const MAX_STEPS = 6;
/** The most callers of one function that are examined. */
const MAX_CALLERS = 20;

/** Finds the host calls: calls of members of the handler's context, and of the global `fetch`. */
export function findHostCalls(context: RuleContext, handler: FunctionNode | undefined): HostCalls {
  const { script, evaluator } = context;
  const calls = callsByFunction(script);
  const known = new Map<Binding, string | undefined>();
  const contexts = new Map<Binding, boolean>();

  /** Whether an expression is the handler's context, and not an object of the plugin with the same members. */
  function isContext(given: AnyNode, steps: number): boolean {
    const binding = script.useOf.get(unchained(given))?.binding;
    if (steps === 0 || binding === undefined) return false;
    let is = contexts.get(binding);
    if (is === undefined) {
      contexts.set(binding, false);
      is = isContextBinding(binding, steps);
      contexts.set(binding, is);
    }
    return is;
  }

  function isContextBinding(binding: Binding, steps: number): boolean {
    const [definition, second] = binding.definitions;
    if (definition === undefined || second !== undefined) return false;
    if (definition.kind !== "Parameter") {
      const source = evaluator.sourceOf(binding);
      return source !== undefined && isContext(source, steps - 1);
    }
    const isOfHandler = definition.node === handler && handler.params[0] === definition.identifier;
    // A handler that another function creates is not found; then the name of the parameter decides.
    if (isOfHandler || (handler === undefined && /^(?:context|ctx)$/u.test(binding.name)))
      return true;
    return givenBy(definition).some((argument) => isContext(argument, steps - 1));
  }

  /** The arguments that the callers of a function pass for a parameter. */
  function givenBy({ identifier, node }: Definition): AnyNode[] {
    const index = "params" in node ? node.params.findIndex((param) => param === identifier) : -1;
    const callers = index < 0 ? [] : (calls.get(node) ?? []).slice(0, MAX_CALLERS);
    return callers.flatMap((call) => call.arguments[index] ?? []);
  }

  /** The member of the context that an expression denotes: `storage` for `ctx.storage`. */
  function memberOf(given: AnyNode, steps: number): string | undefined {
    const node = unchained(given);
    if (steps === 0) return undefined;
    if (node.type === "MemberExpression") {
      const key = evaluator.keyOf(node);
      return key !== undefined && HOST_MEMBERS.has(key) && isContext(node.object, steps)
        ? key
        : undefined;
    }
    const binding = script.useOf.get(node)?.binding;
    if (binding === undefined) return undefined;
    if (!known.has(binding)) {
      known.set(binding, undefined);
      known.set(binding, memberOfBinding(binding, steps));
    }
    return known.get(binding);
  }

  function memberOfBinding(binding: Binding, steps: number): string | undefined {
    const [definition, second] = binding.definitions;
    if (definition === undefined || second !== undefined) return undefined;
    const { identifier } = definition;
    const parent = script.parents.get(identifier);
    const property = parent?.type === "AssignmentPattern" ? script.parents.get(parent) : parent;
    if (property?.type === "Property" && script.parents.get(property)?.type === "ObjectPattern") {
      const { key } = property;
      return !property.computed && key.type === "Identifier" && HOST_MEMBERS.has(key.name)
        ? key.name
        : undefined;
    }
    if (definition.kind === "Parameter") {
      const members = givenBy(definition).map((argument) => memberOf(argument, steps - 1));
      return members.find((member) => member !== undefined);
    }
    const source = evaluator.sourceOf(binding);
    return source && memberOf(source, steps - 1);
  }

  function nameOf(call: NodeOf<"CallExpression">): string | undefined {
    const callee = unchained(call.callee);
    if (callee.type === "Identifier" && script.useOf.get(callee)?.binding === undefined) {
      return callee.name === "fetch" ? "fetch" : undefined;
    }
    const own = memberOf(callee, MAX_STEPS);
    if (own !== undefined) return NAMES.has(own) ? own : undefined;
    const method = methodOf(call);
    const name = method && `${method.service}.${method.name}`;
    return name !== undefined && NAMES.has(name) ? name : undefined;
  }

  function methodOf({ callee: given }: NodeOf<"CallExpression">): ServiceMethod | undefined {
    const callee = unchained(given);
    if (callee.type !== "MemberExpression") return undefined;
    const name = evaluator.keyOf(callee);
    const service = name === undefined ? undefined : memberOf(callee.object, MAX_STEPS);
    return name !== undefined && service !== undefined && !NAMES.has(service)
      ? { service, name }
      : undefined;
  }

  const working = findWorking(context, nameOf);
  const helperCalls = new Map<AnyNode, string>();
  for (const [owner, made] of calls) {
    if (!isAsync(owner) || !working.has(owner)) continue;
    for (const call of made) {
      if (call.callee.type === "Identifier") helperCalls.set(call, call.callee.name);
    }
  }
  return {
    nameOf,
    methodOf,
    isContext: (node) => isContext(node, MAX_STEPS),
    isService: (node) => memberOf(node, MAX_STEPS) !== undefined,
    methodsOf,
    helperCalls,
    works: (node) => working.has(node),
  };
}

function methodsOf(service: string): readonly string[] {
  return [...NAMES].flatMap((name) =>
    name.startsWith(`${service}.`) ? [name.slice(service.length + 1)] : [],
  );
}

/** The functions that make a host call or wait for a promise, in themselves or in a function inside them. */
function findWorking({ script }: RuleContext, nameOf: HostCalls["nameOf"]): Set<AnyNode> {
  const working = new Set<AnyNode>();
  for (const node of script.nodes) {
    const isWork =
      node.type === "AwaitExpression" ||
      (node.type === "CallExpression" && nameOf(node) !== undefined);
    if (!isWork) continue;
    let around: FunctionNode | undefined = functionAround(script, node);
    while (around !== undefined && !working.has(around)) {
      working.add(around);
      around = functionAround(script, around);
    }
  }
  return working;
}

/** Whether a function is declared `async`. */
export function isAsync(node: AnyNode): boolean {
  return "async" in node && node.async;
}
