import type { AnyNode } from "acorn";
import { callsByFunction } from "../../evaluate/calls.ts";
import type { Definition } from "../../syntax/scopes.ts";
import { unchained } from "../../syntax/walk.ts";
import type { RuleContext } from "../context.ts";

/** A call that sends a message. */
export interface SendCall {
  readonly node: AnyNode;
  readonly method: string;
  /** `"unknown"`: shows only when the file runs. */
  readonly to: "answered" | "other" | "unknown";
}

const SENDS = /^(?:send(?:File|Image|Text|Typing|Video|Voice)|cancelTyping|reply)$/u;
/** Names followed from one to the next. */
const MAX_STEPS = 6;
/** Maximum number of expressions to examine in one file. */
const BUDGET = 2000;

/** Finds the calls of `bot` that send, and whether they address the person who is answered. */
export function findSends(context: RuleContext): SendCall[] {
  const { script, evaluator } = context;
  const calls = callsByFunction(script);
  let budget = BUDGET;

  /** The person that an expression denotes: `….from` is the person who is answered. */
  function personOf(node: AnyNode, steps: number): SendCall["to"] {
    budget -= 1;
    if (steps === 0 || budget < 0) return "unknown";
    const at = unchained(node);
    if (at.type === "MemberExpression") {
      const key = evaluator.keyOf(at);
      if (key === undefined) return "unknown";
      return key === "from" ? "answered" : "other";
    }
    if (at.type === "Identifier") return named(at, steps);
    if (at.type === "AwaitExpression") return "other";
    return evaluator.evaluate(at)?.kind === "constant" ? "other" : "unknown";
  }

  function named(node: AnyNode, steps: number): SendCall["to"] {
    const binding = script.useOf.get(node)?.binding;
    const [definition, second] = binding?.definitions ?? [];
    if (binding === undefined || definition === undefined || second !== undefined) return "unknown";
    if (definition.kind === "Parameter") return parameter(definition, steps);
    const source = evaluator.sourceOf(binding);
    if (source !== undefined) return personOf(source, steps - 1);
    const property = script.parents.get(definition.identifier);
    if (property?.type !== "Property") return "unknown";
    return evaluator.propertyName(property) === "from" ? "answered" : "unknown";
  }

  /** What all callers of a function give for one of its parameters. */
  function parameter({ identifier, node: owner }: Definition, steps: number): SendCall["to"] {
    if (!("params" in owner)) return "unknown";
    const index = owner.params.findIndex((param) => param === identifier);
    const given = (calls.get(owner) ?? []).map((call) => call.arguments[index]);
    const people = new Set(given.map((item) => (item ? personOf(item, steps - 1) : "unknown")));
    if (people.has("other")) return "other";
    return people.size === 1 && people.has("answered") ? "answered" : "unknown";
  }

  /** `reply(msg, …)` answers, unless the message is one of the plugin's own making. */
  function replied(message: AnyNode): SendCall["to"] {
    if (message.type !== "ObjectExpression") return "answered";
    const from = message.properties.findLast(
      (item) => item.type === "Property" && evaluator.propertyName(item) === "from",
    );
    return from?.type === "Property" ? personOf(from.value, MAX_STEPS) : "answered";
  }

  return script.nodes.flatMap((node): SendCall[] => {
    if (node.type !== "CallExpression") return [];
    const callee = unchained(node.callee);
    const isMember = callee.type === "MemberExpression";
    const method = isMember ? evaluator.keyOf(callee) : nameOf(callee);
    const [first] = node.arguments;
    if (method === undefined || first === undefined || !SENDS.test(method)) return [];
    // A method of an object of the plugin's own, or a function of its own.
    const owner = isMember ? callee.object : callee;
    if (evaluator.isOwn(owner, method)) return [];
    const to = method === "reply" ? replied(first) : personOf(first, MAX_STEPS);
    return [{ node, method, to }];
  });
}

function nameOf(node: AnyNode): string | undefined {
  return node.type === "Identifier" ? node.name : undefined;
}
