import type { AnyNode } from "acorn";
import { callsByFunction, resultsByFunction } from "../evaluate/calls.ts";
import type { Evaluator } from "../evaluate/evaluator.ts";
import type { Script } from "../syntax/read.ts";
import type { Binding } from "../syntax/scopes.ts";
import { unchained } from "../syntax/walk.ts";

/** A function of the file, and the index of the parameter that gets an argument; `undefined`: any parameter. */
interface Callee {
  readonly fn: AnyNode;
  readonly index: number | undefined;
}

type Key = string | undefined;

/** Resolves which functions of the file are called, and which expressions read arguments and fields. */
export interface Callees {
  /** The functions that get an argument of a call. */
  of(callee: AnyNode, index: number | undefined): Callee[];
  /** The items of `arguments` that a function reads, by their index; `undefined`: all of them. */
  argumentsOf(fn: AnyNode): ReadonlyMap<Key, readonly AnyNode[]>;
  /** All `this.key` in the file. */
  fieldsOf(key: string): readonly AnyNode[];
}

/** The most functions that one callee may denote, and the most names that are followed from one to the next. */
const MAX_FUNCTIONS = 20;
const MAX_STEPS = 6;

/** Creates the search for the functions that calls mean. */
export function createCallees({
  script,
  evaluator,
}: {
  script: Script;
  evaluator: Evaluator;
}): Callees {
  const calls = callsByFunction(script);
  const results = resultsByFunction(script);
  const methods = new Map<string, AnyNode[]>();
  const fields = new Map<string, AnyNode[]>();
  const uses = new Map<AnyNode, Map<Key, AnyNode[]>>();
  const positions = new Map<AnyNode, ReadonlyMap<AnyNode, number>>();
  const known = new Map<AnyNode | Binding, readonly Target[]>();

  for (const node of script.nodes) {
    if (node.type === "MethodDefinition" || node.type === "Property") {
      addMethod(node.key, node.computed, node.value);
    } else if (node.type === "PropertyDefinition") {
      if (node.value) addMethod(node.key, node.computed, node.value);
    } else if (node.type === "MemberExpression") {
      if (node.object.type !== "ThisExpression") continue;
      const key = evaluator.keyOf(node);
      if (key !== undefined) addTo(fields, key, node);
    } else if (node.type === "Identifier" && node.name === "arguments") {
      if (script.useOf.has(node)) addArguments(node);
    }
  }

  function addArguments(name: AnyNode): void {
    const fn = ownerOfArguments(script, name);
    if (fn === undefined) return;
    const items = uses.get(fn) ?? new Map<Key, AnyNode[]>();
    uses.set(fn, items);
    const member = script.parents.get(name);
    const key = member?.type === "MemberExpression" ? evaluator.keyOf(member) : undefined;
    addTo(items, key, key !== undefined && member ? member : name);
  }

  function addMethod(key: AnyNode, isComputed: boolean, value: AnyNode): void {
    if (!value.type.includes("Function")) return;
    const isName = key.type === "Identifier" || key.type === "PrivateIdentifier";
    if (isName && !isComputed) addTo(methods, key.name, value);
    else if (key.type === "Literal") addTo(methods, String(key.value), value);
  }

  function find(given: AnyNode, steps: number): readonly Target[] {
    const node = unchained(given);
    const key = script.useOf.get(node)?.binding ?? node;
    const before = known.get(key);
    if (before !== undefined || steps === 0) return before ?? [];
    // A name that is assigned to itself denotes no function.
    known.set(key, []);
    const found = workOut(node, (other) => find(other, steps - 1)).slice(0, MAX_FUNCTIONS);
    known.set(key, found);
    return found;
  }

  function workOut(node: AnyNode, next: Next): readonly Target[] {
    switch (node.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        return [{ fn: node, shift: 0 }];
      case "ClassDeclaration":
      case "ClassExpression":
        return node.body.body.flatMap((item) =>
          item.type === "MethodDefinition" && item.kind === "constructor" ? next(item.value) : [],
        );
      case "SequenceExpression":
        return node.expressions.slice(-1).flatMap((last) => next(last));
      case "CallExpression":
        return made(node, next);
      case "MemberExpression":
        return method(node, next);
      case "Identifier":
        return named(node, next);
      default:
        return [];
    }
  }

  /** The functions that a call returns: `run.bind(null)`, and what a function of the file returns. */
  function made(call: AnyNode & { type: "CallExpression" }, next: Next): readonly Target[] {
    const callee = unchained(call.callee);
    if (callee.type === "MemberExpression" && evaluator.keyOf(callee) === "bind") {
      const bound = Math.max(0, call.arguments.length - 1);
      return next(callee.object).map(({ fn, shift }) => ({
        fn,
        shift: shift === "list" ? shift : shift + bound,
      }));
    }
    return next(callee)
      .flatMap(({ fn }) => (results.get(fn) ?? []).slice(0, MAX_FUNCTIONS))
      .flatMap((result) => (result.type.includes("Function") ? next(result) : []));
  }

  /** The functions of `run.call(…)` and `tools.run(…)`; methods are found by their names. */
  function method(member: AnyNode & { type: "MemberExpression" }, next: Next): readonly Target[] {
    const { property } = member;
    const key =
      property.type === "PrivateIdentifier" ? property.name : (evaluator.keyOf(member) ?? "");
    const own = (methods.get(key) ?? []).slice(0, MAX_FUNCTIONS);
    const called = /^(?:apply|bind|call)$/u.test(key) ? next(member.object) : [];
    return [
      ...own.map((fn): Target => ({ fn, shift: 0 })),
      ...called.map(({ fn, shift }): Target => ({
        fn,
        // The first argument is `this`.
        shift: key === "apply" || shift === "list" ? "list" : shift - 1,
      })),
    ];
  }

  /** The index of each parameter, cached because a function may have very many. */
  function positionsOf(fn: AnyNode): ReadonlyMap<AnyNode, number> {
    let found = positions.get(fn);
    if (found === undefined) {
      const params = "params" in fn ? fn.params : [];
      found = new Map(params.map((param, index) => [param, index]));
      positions.set(fn, found);
    }
    return found;
  }

  function named(name: AnyNode, next: Next): readonly Target[] {
    const [definition] = script.useOf.get(name)?.binding?.definitions ?? [];
    if (definition === undefined) return [];
    const { node, identifier, kind } = definition;
    if (kind !== "Parameter") {
      const value = node.type === "VariableDeclarator" ? node.init : node;
      return value ? next(value) : [];
    }
    const at = positionsOf(node).get(identifier);
    if (at === undefined) return [];
    return (calls.get(node) ?? [])
      .slice(0, MAX_FUNCTIONS)
      .flatMap((call) => (call.arguments[at] ? next(call.arguments[at]) : []));
  }

  return {
    of: (callee, index) =>
      find(callee, MAX_STEPS).flatMap(({ fn, shift }): Callee[] => {
        if (index === undefined) return [{ fn, index }];
        if (shift === "list") return index === 1 ? [{ fn, index: undefined }] : [];
        return index + shift < 0 ? [] : [{ fn, index: index + shift }];
      }),
    argumentsOf: (fn) => uses.get(fn) ?? NO_USES,
    fieldsOf: (key) => fields.get(key) ?? [],
  };
}

/** A function that a callee denotes. */
interface Target {
  readonly fn: AnyNode;
  /** How far its parameters are shifted against the arguments; `list`: they are the items of the second argument. */
  readonly shift: number | "list";
}

type Next = (other: AnyNode) => readonly Target[];

const NO_USES: ReadonlyMap<Key, readonly AnyNode[]> = new Map();

function addTo<Name>(map: Map<Name, AnyNode[]>, key: Name, node: AnyNode): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [node]);
  else known.push(node);
}

/** The function to which `arguments` belongs; arrow functions have none of their own. */
function ownerOfArguments({ functions }: Script, node: AnyNode): AnyNode | undefined {
  let fn = functions.get(node);
  while (fn?.type === "ArrowFunctionExpression") fn = functions.get(fn);
  return fn;
}
