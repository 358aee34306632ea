import type { AnyNode } from "acorn";
import { namesBehind } from "../../evaluate/aliases.ts";
import { flowFrom } from "../../payload/flow.ts";
import { hasBetween } from "../../syntax/positions.ts";
import { unchained } from "../../syntax/walk.ts";
import { writeTargetsOf } from "../../syntax/write-targets.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../context.ts";

/** The properties of a `URL` that contain its host. Only `URL` and `Location` have all of them. */
const HOST_KEYS: ReadonlySet<string> = new Set(["host", "hostname", "href", "port", "protocol"]);

/** A place where the host of an address changes. */
export interface AddressChange {
  readonly place: AnyNode;
  /** The changed object, if it is an expression. */
  readonly object: AnyNode | undefined;
  /** The new host or address, if the file contains it. */
  readonly value: AnyNode | undefined;
}

/**
 * Finds the expressions that derive from changed addresses, under any of their names; the result tests an expression.
 * The answer of a `fetch` does not count.
 */
export function findChanged(
  context: RuleContext,
  changes: readonly AddressChange[],
  calls: ReadonlySet<AnyNode>,
): (node: AnyNode) => boolean {
  if (changes.length === 0) return () => false;
  const { script, evaluator } = context;
  const objects = changes.flatMap(({ object }) => object ?? []);
  const names = namesBehind(script, evaluator, objects);
  const uses = [...names].flatMap((binding) => binding.uses.map(({ node }) => node));
  const changed = flowFrom(context, uses, (node) => calls.has(node));
  const starts = script.nodes.flatMap((node) =>
    node.type === "Identifier" && changed.has(node) ? [node.start] : [],
  );
  return ({ start, end }) => hasBetween(starts, start, end);
}

/** Finds addresses whose host changes after they were made, and perhaps checked. */
export function findAddressChanges(context: RuleContext): AddressChange[] {
  const { script, evaluator } = context;
  const found: AddressChange[] = [];
  for (const { target, by } of writeTargetsOf(script)) {
    // `delete` cannot remove the host of a `URL`.
    if (target.type !== "MemberExpression" || by.type === "UnaryExpression") continue;
    const key = evaluator.keyOf(target);
    const object = unchained(target.object);
    if (!mayBeHostOf(context, object, key)) continue;
    const isPlain = by.type === "AssignmentExpression" && by.left === target;
    const value = isPlain && by.operator === "=" ? by.right : undefined;
    found.push({ place: by, object, value });
  }
  for (const node of script.nodes) {
    if (node.type !== "CallExpression") continue;
    const change = changeByCall(context, node);
    if (change) found.push({ place: node, ...change });
  }
  return found;
}

/** Whether `object[key]` may be the host of an address; an unknown key of a `URL` may be. */
function mayBeHostOf(context: RuleContext, object: AnyNode, key: string | undefined): boolean {
  if (key === undefined) return isUrl(context, object);
  if (!HOST_KEYS.has(key)) return false;
  if (isUrl(context, object)) return true;
  // `options.port = …` is probably another object; any other unknown object may be an address.
  if (key === "port" || object.type === "ThisExpression") return false;
  return context.evaluator.evaluate(object) === undefined;
}

/** `new URL(…)`, `URL.parse(…)`, or a name with such a value. */
function isUrl(context: RuleContext, node: AnyNode): boolean {
  const inner = unchained(node);
  if (inner.type === "NewExpression" || inner.type === "CallExpression") {
    const path = builtinPath(context, unchained(inner.callee));
    return path === "URL" || path === "URL.parse";
  }
  const binding = context.script.useOf.get(inner)?.binding;
  if (binding === undefined) return false;
  const given = binding.definitions.flatMap(({ node: declared }) =>
    declared.type === "VariableDeclarator" && declared.init ? [unchained(declared.init)] : [],
  );
  for (const { node: written } of binding.writes.slice(0, MAX_WRITES)) {
    const parent = context.script.parents.get(written);
    if (parent?.type === "AssignmentExpression") given.push(unchained(parent.right));
  }
  return given.some((source) => source.type.endsWith("Expression") && isMade(context, source));
}

const MAX_WRITES = 20;

function isMade(context: RuleContext, source: AnyNode): boolean {
  if (source.type !== "NewExpression" && source.type !== "CallExpression") return false;
  const path = builtinPath(context, unchained(source.callee));
  return path === "URL" || path === "URL.parse";
}

/** `Reflect.set(url, "hostname", …)`, `Object.assign(url, { host })`, and setters of `URL`. */
function changeByCall(
  context: RuleContext,
  node: NodeOf<"CallExpression">,
): { object: AnyNode | undefined; value: AnyNode | undefined } | undefined {
  const { evaluator } = context;
  const path = builtinPath(context, unchained(node.callee));
  const [object, second, value] = node.arguments;
  if (path === undefined || object === undefined) return undefined;
  const keyOf = (key: AnyNode | undefined): string | undefined => {
    const known = key && evaluator.evaluate(key);
    return known?.kind === "constant" ? String(known.value) : undefined;
  };
  switch (path) {
    case "Reflect.set":
    case "Reflect.defineProperty":
    case "Object.defineProperty": {
      const target = unchained(object);
      return mayBeHostOf(context, target, keyOf(second)) ? { object: target, value } : undefined;
    }
    case "Object.assign": {
      const target = unchained(object);
      const known = second && evaluator.evaluate(second);
      if (known?.kind !== "record") {
        return isUrl(context, target) ? { object: target, value: undefined } : undefined;
      }
      const key = [...HOST_KEYS].find((name) => evaluator.property(known.node, name));
      if (key === undefined || !mayBeHostOf(context, target, key)) return undefined;
      return { object: target, value: evaluator.property(known.node, key) };
    }
    case "Object.getOwnPropertyDescriptor":
    case "Object.getOwnPropertyDescriptors":
    case "Reflect.getOwnPropertyDescriptor":
      return builtinPath(context, unchained(object)) === "URL.prototype"
        ? { object: undefined, value: undefined }
        : undefined;
    default:
      return path.startsWith("URL.prototype.__")
        ? { object: undefined, value: undefined }
        : undefined;
  }
}
