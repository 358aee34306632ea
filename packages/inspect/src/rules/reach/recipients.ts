import type { AnyNode } from "acorn";
import { callsByFunction, functionOf, resultsByFunction } from "../../evaluate/calls.ts";
import type { Binding, Definition } from "../../syntax/scopes.ts";
import { unchained } from "../../syntax/walk.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";
import { findSenderWrites, senderInDescriptors } from "./sender-writes.ts";

/** The receiver of a message; `"unknown"` if it is only known at run time. */
export type Recipient = "answered" | "other" | "unknown";

/** Finds the person that an expression denotes: a message's sender is the answered person, unless the plugin set it. */
export interface Recipients {
  /** The person that an expression denotes. */
  ofPerson(node: AnyNode): Recipient;
  /** The sender of the message that an expression denotes. */
  ofMessage(node: AnyNode): Recipient;
}

/** How many names are followed from one to the next. */
const MAX_STEPS = 8;
/** Maximum number of expressions to examine in one file. */
const BUDGET = 20_000;
/** The most values and results of one name that are examined. */
const MAX_WAYS = 20;
/** Built-ins that return their argument, or a copy. */
const KEEPS = /^(?:Object(?:\.(?:create|freeze|preventExtensions|seal))?|structuredClone)$/u;

type Find = (node: AnyNode, steps: number) => Recipient;

const oneOf = (found: readonly Recipient[]): Recipient =>
  found.find((recipient) => recipient === "other") ??
  (found.length > 0 && found.every((recipient) => recipient === "answered")
    ? "answered"
    : "unknown");

/** Creates the search for the people to whom a plugin sends. */
export function createRecipients(context: RuleContext): Recipients {
  const { script, evaluator } = context;
  const calls = callsByFunction(script);
  const results = resultsByFunction(script);
  const writes = findSenderWrites(context);
  const made = new Map<readonly AnyNode[], Recipient | undefined>();
  const given = new Map<Find, Map<AnyNode, Recipient>>();
  let budget = BUDGET;

  function isSpent(steps: number): boolean {
    budget -= 1;
    return steps <= 0 || budget < 0;
  }

  function ofPerson(node: AnyNode, steps: number): Recipient {
    if (isSpent(steps)) return "unknown";
    const at = unchained(node);
    if (at.type === "MemberExpression") {
      const key = evaluator.keyOf(at);
      if (key === undefined) return "unknown";
      return key === "from" ? ofMessage(at.object, steps - 1) : "other";
    }
    if (at.type === "Identifier") return personNamed(at, steps);
    if (at.type === "AwaitExpression") return "other";
    return evaluator.evaluate(at)?.kind === "constant" ? "other" : "unknown";
  }

  function personNamed(node: AnyNode, steps: number): Recipient {
    const binding = script.useOf.get(node)?.binding;
    const [definition, second] = binding?.definitions ?? [];
    if (binding === undefined || definition === undefined || second !== undefined) return "unknown";
    if (definition.kind === "Parameter") return parameter(definition, steps, ofPerson);
    const source = evaluator.sourceOf(binding);
    if (source !== undefined) return ofPerson(source, steps - 1);
    const property = script.parents.get(definition.identifier);
    if (property?.type !== "Property") return "unknown";
    if (evaluator.propertyName(property) !== "from") return "unknown";
    const { node: declared } = definition;
    const isOfWhole =
      declared.type === "VariableDeclarator" && script.parents.get(property) === declared.id;
    return isOfWhole && declared.init ? ofMessage(declared.init, steps - 1) : "answered";
  }

  /** The values that the callers of a function pass for one of its parameters. */
  function parameter({ identifier, node }: Definition, steps: number, find: Find): Recipient {
    const known = given.get(find) ?? new Map<AnyNode, Recipient>();
    given.set(find, known);
    const before = known.get(identifier);
    if (before !== undefined || !("params" in node)) return before ?? "unknown";
    // The function may call itself.
    known.set(identifier, "unknown");
    const index = node.params.findIndex((param) => param === identifier);
    const items = (calls.get(node) ?? []).map((call) => call.arguments[index]);
    const found = oneOf(items.map((item) => (item ? find(item, steps - 1) : "unknown")));
    known.set(identifier, found);
    return found;
  }

  /** The sender of a message; for a message that the plugin did not make, it is the answered person. */
  function ofMessage(node: AnyNode, steps: number): Recipient {
    if (isSpent(steps)) return "answered";
    const at = unchained(node);
    const set = writes.of(at).slice(0, MAX_WAYS);
    // The written sender replaces the original one.
    if (set.length > 0) {
      return oneOf(set.map((sender) => (sender ? ofPerson(sender, steps - 1) : "other")));
    }
    switch (at.type) {
      case "Identifier":
        return messageNamed(at, steps);
      case "ObjectExpression":
        return ofParts(at.properties, steps) ?? "answered";
      case "AssignmentExpression":
        return ofMessage(at.right, steps - 1);
      case "ConditionalExpression":
        return ofAny([at.consequent, at.alternate], steps);
      case "LogicalExpression":
        return ofAny([at.left, at.right], steps);
      case "SequenceExpression":
        return ofAny(at.expressions.slice(-1), steps);
      case "CallExpression":
        return ofResult(at, steps);
      case "MemberExpression": {
        const object = evaluator.evaluate(at.object);
        const key = object?.kind === "record" ? evaluator.keyOf(at) : undefined;
        const own = object?.kind === "record" && key && evaluator.property(object.node, key);
        return own ? ofMessage(own, steps - 1) : "answered";
      }
      default:
        return "answered";
    }
  }

  /** One of several messages: if the sender of one is another person, the result is too. */
  function ofAny(nodes: readonly AnyNode[], steps: number): Recipient {
    const found = nodes.map((node) => ofMessage(node, steps - 1));
    return found.length === 0 ? "answered" : oneOf(found);
  }

  function messageNamed(node: AnyNode, steps: number): Recipient {
    const binding = script.useOf.get(node)?.binding;
    const [definition] = binding?.definitions ?? [];
    if (binding === undefined || definition === undefined) return "answered";
    if (definition.kind !== "Parameter") return ofAny(valuesOf(binding), steps);
    return parameter(definition, steps, ofMessage) === "other" ? "other" : "answered";
  }

  /** All values with which a name is declared or assigned. */
  function valuesOf({ definitions, writes: written }: Binding): AnyNode[] {
    const declared = definitions
      .slice(0, MAX_WAYS)
      .flatMap(({ node }) =>
        node.type === "VariableDeclarator" && node.id.type === "Identifier"
          ? (node.init ?? [])
          : [],
      );
    const assigned = written.slice(0, MAX_WAYS).flatMap(({ node }) => {
      const parent = script.parents.get(node);
      return parent?.type === "AssignmentExpression" ? [parent.right] : [];
    });
    return [...declared, ...assigned];
  }

  /** The sender of an object that is composed of parts: the last part with a sender decides. */
  function ofParts(parts: readonly AnyNode[], steps: number): Recipient | undefined {
    if (!made.has(parts)) {
      made.set(parts, undefined);
      made.set(parts, lastOf(parts, steps));
    }
    return made.get(parts);
  }

  function lastOf(parts: readonly AnyNode[], steps: number): Recipient | undefined {
    for (const part of parts.toReversed()) {
      if (part.type === "Property") {
        if (evaluator.propertyName(part) === "from") return ofPerson(part.value, steps - 1);
        continue;
      }
      const whole = part.type === "SpreadElement" ? part.argument : part;
      const value = evaluator.evaluate(whole);
      const isPlain = value?.kind === "record" && writes.of(whole).length === 0;
      if (isPlain && isSpent(steps)) return undefined;
      const found = isPlain
        ? ofParts(value.node.properties, steps - 1)
        : ofMessage(whole, steps - 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function ofResult(node: NodeOf<"CallExpression">, steps: number): Recipient {
    const callee = unchained(node.callee);
    const [first, second] = node.arguments;
    const path = builtinPath(context, callee) ?? "";
    if (path === "Object.assign") return ofParts(node.arguments, steps) ?? "answered";
    const sender =
      path === "Object.fromEntries" && first
        ? senderInEntries(context, first)
        : path === "Object.create" && second && senderInDescriptors(context, second);
    if (sender) return ofPerson(sender, steps - 1);
    if (KEEPS.test(path)) return first ? ofMessage(first, steps - 1) : "answered";
    const fn = functionOf(script, evaluator, callee);
    return fn ? ofAny((results.get(fn) ?? []).slice(0, MAX_WAYS), steps) : "answered";
  }

  return {
    ofPerson: (node) => ofPerson(node, MAX_STEPS),
    ofMessage: (node) => ofMessage(node, MAX_STEPS),
  };
}

/** The sender of `[…, ["from", sender]]`. */
function senderInEntries({ evaluator }: RuleContext, node: AnyNode): AnyNode | undefined {
  if (node.type !== "ArrayExpression") return undefined;
  for (const entry of node.elements.toReversed()) {
    if (entry?.type !== "ArrayExpression") continue;
    const [key, sender] = entry.elements;
    const name = key && evaluator.evaluate(key);
    if (sender && name?.kind === "constant" && name.value === "from") return sender;
  }
  return undefined;
}
