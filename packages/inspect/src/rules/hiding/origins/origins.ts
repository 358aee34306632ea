import type { AnyNode } from "acorn";
import { callsByFunction, resultsByFunction } from "../../../evaluate/calls.ts";
import type { Binding } from "../../../syntax/scopes.ts";
import { unchained } from "../../../syntax/walk.ts";
import { builtinPath } from "../../context.ts";
import { visitCall, visitMade } from "./calls.ts";
import { visitClass, visitList, visitObject } from "./literals.ts";
import { visitName } from "./names.ts";
import type { Key } from "./object-writes.ts";
import type { Facts, Search } from "./search.ts";

/** The origin of an object. */
export interface Origin {
  /** Whether all its members are visible in the file. */
  readonly isOwn: boolean;
  /** Whether it may be the handler's context, or a service. */
  readonly isService: boolean;
}

const UNKNOWN: Origin = { isOwn: false, isService: false };
/** The most expressions through which one object is followed, and all objects of a file together. */
const MAX_STEPS = 50_000;
const MAX_ALL = 500_000;
/** The most nested properties that are followed. */
const MAX_KEYS = 6;

/** An expression, and the properties that are read from it, the last one first. */
interface Step {
  readonly node: AnyNode;
  readonly keys: readonly Key[];
}

/** Creates the search for the origins of objects: it follows names, writes, items, parameters and results. */
export function createOrigins(
  given: Pick<Facts, "context" | "handler" | "nameOf" | "writes">,
): (object: AnyNode) => Origin {
  const { script } = given.context;
  const facts: Facts = {
    ...given,
    calls: callsByFunction(script),
    results: resultsByFunction(script),
  };
  const known = new Map<Binding, Origin>();
  let all = 0;

  function find(object: AnyNode): Origin {
    const left: Step[] = [{ node: object, keys: [] }];
    const seen = new Map<AnyNode, Set<string>>();
    let isOwn = true;
    let isService = false;
    let steps = 0;
    const search: Search = {
      facts,
      push(node, keys) {
        if (node) left.push({ node, keys });
      },
      given() {
        isOwn = false;
      },
      service() {
        isService = true;
      },
      count(amount = 1) {
        steps += amount;
      },
    };

    for (let step = left.pop(); step !== undefined; step = left.pop()) {
      const { node, keys } = step;
      const before = seen.get(node) ?? new Set();
      const key = JSON.stringify(keys.map((name) => name ?? null));
      if (before.has(key)) continue;
      seen.set(node, before.add(key));
      steps += 1;
      if (steps > MAX_STEPS || all + steps > MAX_ALL || keys.length > MAX_KEYS) {
        isOwn = false;
        break;
      }
      visit(search, step, object);
    }
    all += steps;
    return { isOwn, isService };
  }

  return (object) => {
    if (all > MAX_ALL) return UNKNOWN;
    const binding = script.useOf.get(object)?.binding;
    const before = binding && known.get(binding);
    if (before !== undefined) return before;
    const origin = find(object);
    if (binding !== undefined) known.set(binding, origin);
    return origin;
  };
}

/** Examines one expression. */
function visit(search: Search, { node, keys }: Step, object: AnyNode): void {
  const { facts } = search;
  const at = unchained(node);
  switch (at.type) {
    case "Identifier":
      return visitName(search, at, keys);
    case "ObjectExpression":
      return visitObject(search, at, keys);
    case "ArrayExpression":
      return visitList(search, at, keys);
    case "ClassDeclaration":
    case "ClassExpression":
      return visitClass(search, at, keys);
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return;
    case "MemberExpression":
      if (builtinPath(facts.context, at) === "globalThis") return;
      return search.push(at.object, [...keys, facts.nameOf(at)]);
    case "ConditionalExpression":
      search.push(at.consequent, keys);
      return search.push(at.alternate, keys);
    case "LogicalExpression":
      search.push(at.left, keys);
      return search.push(at.right, keys);
    case "SequenceExpression":
      return search.push(at.expressions.at(-1), keys);
    case "AssignmentExpression":
      return search.push(at.right, keys);
    case "AwaitExpression":
      return search.push(at.argument, keys);
    case "CallExpression":
      return visitCall(search, at, keys);
    case "NewExpression":
      return visitMade(search, at, keys);
    case "Super":
    case "ThisExpression": {
      const owner = facts.writes.ownerOfThis(at);
      return owner === undefined ? search.given() : search.push(owner, keys);
    }
    case "Literal":
    case "TemplateLiteral":
      // Strings have built-in methods; the strings in a table are its items.
      return at === unchained(object) ? search.given() : undefined;
    default:
      return search.given();
  }
}
