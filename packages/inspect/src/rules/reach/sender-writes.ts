import type { AnyNode } from "acorn";
import type { Binding } from "../../syntax/scopes.ts";
import { unchained } from "../../syntax/walk.ts";
import { CHANGERS, writeTargetsOf } from "../../syntax/write-targets.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";

/** A new sender of a message; `undefined`: one of several. */
type Sender = AnyNode | undefined;

/** The places where a file sets the `from` of its objects. */
export interface SenderWrites {
  /** The senders that are set in the object of an expression. */
  of(object: AnyNode): readonly Sender[];
}

/** The most names of one object that are followed back to the first one. */
const MAX_NAMES = 6;

/** Collects writes to `.from`, by the name or the property that holds the object. */
export function findSenderWrites(context: RuleContext): SenderWrites {
  const { script, evaluator } = context;
  const found = new Map<Binding | string, Sender[]>();

  /** `msg` of `ctx.msg`, or the first name of an object that has several. */
  function holderOf(object: AnyNode): Binding | string | undefined {
    let at = unchained(object);
    for (let steps = 0; steps < MAX_NAMES; steps += 1) {
      if (at.type === "MemberExpression") return evaluator.keyOf(at);
      const binding = script.useOf.get(at)?.binding;
      const source = binding && evaluator.sourceOf(binding);
      if (source?.type !== "Identifier") return binding;
      at = source;
    }
    return undefined;
  }

  function add(object: AnyNode, sender: Sender): void {
    const holder = holderOf(object);
    if (holder === undefined) return;
    const known = found.get(holder);
    if (known === undefined) found.set(holder, [sender]);
    else known.push(sender);
  }

  for (const { target, by } of writeTargetsOf(script)) {
    if (target.type !== "MemberExpression" || evaluator.keyOf(target) !== "from") continue;
    const isPlain = by.type === "AssignmentExpression" && unchained(by.left) === target;
    if (by.type !== "UnaryExpression") add(target.object, isPlain ? by.right : undefined);
  }
  for (const node of script.nodes) {
    if (node.type !== "CallExpression") continue;
    const [object] = node.arguments;
    const sender = object && senderSetBy(context, node);
    if (object && sender) add(object, sender);
  }
  return {
    of(object) {
      const holder = found.size === 0 ? undefined : holderOf(object);
      return (holder !== undefined && found.get(holder)) || [];
    },
  };
}

/** `Object.assign(copy, { from })`, `Reflect.set(copy, "from", …)`, `Object.defineProperty(copy, "from", …)`. */
function senderSetBy(context: RuleContext, node: NodeOf<"CallExpression">): AnyNode | undefined {
  const { evaluator } = context;
  const path = builtinPath(context, unchained(node.callee)) ?? "";
  if (!CHANGERS.has(path)) return undefined;
  const [, second, third] = node.arguments;
  if (path === "Object.assign") {
    const sources = node.arguments.slice(1).toReversed();
    return sources.map((source) => propertyOf(context, source, "from")).find((sender) => sender);
  }
  if (path === "Object.defineProperties") return second && senderInDescriptors(context, second);
  const key = second && evaluator.evaluate(second);
  if (key?.kind !== "constant" || key.value !== "from" || third === undefined) return undefined;
  return path === "Reflect.set" ? third : propertyOf(context, third, "value");
}

/** The sender of `{ from: { value: sender } }`. */
export function senderInDescriptors(context: RuleContext, node: AnyNode): AnyNode | undefined {
  const descriptor = propertyOf(context, node, "from");
  return descriptor && propertyOf(context, descriptor, "value");
}

function propertyOf({ evaluator }: RuleContext, node: AnyNode, key: string): AnyNode | undefined {
  const value = evaluator.evaluate(node);
  return value?.kind === "record" ? evaluator.property(value.node, key) : undefined;
}
