import type { AnyNode } from "acorn";
import { type Address, addressOf, concatenate, distinct, resolve } from "./address-text.ts";
import { callsByFunction, functionsPassedOn } from "./calls.ts";
import { findDoubts } from "./doubts.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Script } from "../syntax/read.ts";
import type { Binding, Definition } from "../syntax/scopes.ts";

/** How many names are followed from one to the next, and how many expressions are examined in one file. */
const MAX_STEPS = 8;
const BUDGET = 5000;
/** The most assignments to one name, or calls of one function, that are followed. */
const MAX_WAYS = 100;

/** The possible addresses of an expression; `undefined` stands for an unknown one. */
type Addresses = readonly (Address | undefined)[];
type Follow = (node: AnyNode) => Addresses;

const UNKNOWN: Addresses = [undefined];

/** Finds the possible beginnings of an expression's text. Prepares its tables only when a file has an address. */
export function createAddressFinder(script: Script, evaluator: Evaluator): Follow {
  let find: Follow | undefined;
  return (node) => {
    find ??= prepare(script, evaluator);
    return find(node);
  };
}

function prepare(script: Script, evaluator: Evaluator): Follow {
  const calls = callsByFunction(script);
  const passedOn = functionsPassedOn(script);
  const doubts = findDoubts(script, evaluator);
  let budget = BUDGET;

  function find(node: AnyNode, steps: number): Addresses {
    budget -= 1;
    const known = constantOf(node);
    if (known !== undefined && !doubts.has(node)) return [known];
    if (steps === 0 || budget < 0) return UNKNOWN;
    const found = byStructure(node, (next) => find(next, steps - 1));
    // The evaluated value is only one of several.
    return distinct(found ?? (known ? [known, undefined] : UNKNOWN));
  }

  function constantOf(node: AnyNode): Address | undefined {
    const value = evaluator.evaluate(node);
    if (value?.kind !== "constant") return undefined;
    return typeof value.value === "string" || typeof value.value === "number"
      ? addressOf(String(value.value), node)
      : undefined;
  }

  /** The addresses that follow from the parts of an expression; `undefined` if only its whole value may be known. */
  function byStructure(node: AnyNode, follow: Follow): Addresses | undefined {
    switch (node.type) {
      case "TemplateLiteral":
        return concatenate(templateParts(node, follow), node);
      case "BinaryExpression":
        return node.operator === "+" ? concatenate(sumParts(node, follow), node) : undefined;
      case "ConditionalExpression":
        return [...follow(node.consequent), ...follow(node.alternate)];
      case "LogicalExpression":
        return [...follow(node.left), ...follow(node.right)];
      case "ChainExpression":
        return follow(node.expression);
      case "SequenceExpression":
        return node.expressions.slice(-1).flatMap(follow);
      case "AssignmentExpression":
        return node.operator === "=" ? follow(node.right) : undefined;
      case "NewExpression":
        return constructed(node, follow);
      case "CallExpression":
        return called(node, follow);
      case "MemberExpression":
        return member(node, follow);
      case "Identifier":
        return named(node, follow);
      default:
        return undefined;
    }
  }

  function named(node: AnyNode, follow: Follow): Addresses | undefined {
    const binding = script.useOf.get(node)?.binding;
    if (binding === undefined || binding.definitions.length === 0) return UNKNOWN;
    const { definitions, writes } = binding;
    // With too many writes, none is followed, and the address is unknown.
    if (writes.length > MAX_WAYS) return UNKNOWN;
    const found: (Address | undefined)[] = [];
    for (const definition of definitions) {
      const { node: declared } = definition;
      if (definition.kind === "Parameter") found.push(...parameter(definition, follow));
      else if (declared.type !== "VariableDeclarator") found.push(undefined);
      else if (declared.id.type !== "Identifier") return undefined;
      else if (declared.init) found.push(...follow(declared.init));
      else found.push(...loopedOver(definition, follow));
    }
    const declared = new Set<AnyNode>(definitions.map(({ identifier }) => identifier));
    let isWhole = true;
    for (const { node: written } of writes) {
      if (declared.has(written)) continue;
      const by = script.parents.get(written);
      if (by?.type !== "AssignmentExpression") found.push(undefined);
      // `url += …` keeps the beginning.
      else if (by.operator === "+=") isWhole = false;
      else if (/^(?:&&|\|\||\?\?)?=$/u.test(by.operator)) found.push(...follow(by.right));
      else found.push(undefined);
    }
    if (found.length === 0) return UNKNOWN;
    return isWhole ? found : found.map((start) => start && { ...start, isWhole });
  }

  /** The items of `for (const url of [ … ])`; nothing for `let url;`. */
  function loopedOver({ node }: Definition, follow: Follow): Addresses {
    const declaration = script.parents.get(node);
    const loop = declaration && script.parents.get(declaration);
    if (loop?.type === "ForInStatement" && loop.left === declaration) return UNKNOWN;
    if (loop?.type !== "ForOfStatement" || loop.left !== declaration) return [];
    let list: AnyNode | undefined = loop.right;
    const binding = script.useOf.get(list)?.binding;
    if (binding) list = evaluator.sourceOf(binding);
    if (list?.type !== "ArrayExpression" || list.elements.length > MAX_WAYS) return UNKNOWN;
    const items = list.elements.flatMap((item) => (item ? follow(item) : []));
    return [...items, ...unlessFixed(binding)];
  }

  const unlessFixed = (binding: Binding | undefined): Addresses =>
    binding && doubts.isChanged(binding) ? UNKNOWN : [];

  /** The addresses that the callers of a function pass for one of its parameters. */
  function parameter({ identifier, node: owner }: Definition, follow: Follow): Addresses {
    if (!("params" in owner)) return UNKNOWN;
    const index = owner.params.findIndex(
      (param) =>
        param === identifier || (param.type === "AssignmentPattern" && param.left === identifier),
    );
    const param = owner.params[index];
    const fallback = param?.type === "AssignmentPattern" ? param.right : undefined;
    const known = calls.get(owner) ?? [];
    if (known.length > MAX_WAYS || index < 0) return UNKNOWN;
    const given = known.flatMap(({ arguments: args }): Addresses => {
      const isSpread = args.slice(0, index).some(({ type }) => type === "SpreadElement");
      const argument = args[index] ?? fallback;
      return isSpread ? UNKNOWN : argument ? follow(argument) : [];
    });
    const isAll = given.length > 0 && !passedOn.has(owner);
    return isAll ? given : [...given, undefined];
  }

  /** `new URL(path, base)`, `new Request(address)`. */
  function constructed(node: AnyNode & { type: "NewExpression" }, follow: Follow): Addresses {
    const made = evaluator.evaluate(node.callee);
    const [first, base] = node.arguments;
    const isKnown = made?.kind === "builtin" && ["URL", "Request"].includes(made.path);
    if (!isKnown || first === undefined) return UNKNOWN;
    const own = follow(first);
    if (made.path !== "URL" || base === undefined) return own;
    const bases = follow(base);
    return own.flatMap((address) => bases.map((start) => resolve(address, start)));
  }

  /** `url.toString()`, `String(url)`, `encodeURI(url)`. */
  function called(
    node: AnyNode & { type: "CallExpression" },
    follow: Follow,
  ): Addresses | undefined {
    const { callee } = node;
    if (callee.type === "MemberExpression" && evaluator.keyOf(callee) === "toString") {
      return follow(callee.object);
    }
    const target = evaluator.evaluate(callee);
    const [first] = node.arguments;
    const keeps = target?.kind === "builtin" && ["String", "encodeURI"].includes(target.path);
    return keeps && first ? follow(first) : undefined;
  }

  /** `API.base`, `new URL(…).href`. */
  function member(
    node: AnyNode & { type: "MemberExpression" },
    follow: Follow,
  ): Addresses | undefined {
    const key = evaluator.keyOf(node);
    const object = evaluator.evaluate(node.object);
    if (object?.kind === "record" && key !== undefined) {
      const own = evaluator.property(object.node, key);
      if (own === undefined) return UNKNOWN;
      return [...follow(own), ...(doubts.has(node.object) ? UNKNOWN : [])];
    }
    return key === "href" && object === undefined ? follow(node.object) : undefined;
  }

  return (node) => find(node, MAX_STEPS);
}

function* templateParts(node: AnyNode & { type: "TemplateLiteral" }, follow: Follow) {
  for (const [index, { value }] of node.quasis.entries()) {
    yield (): Addresses => [addressOf(value.cooked ?? "", node)];
    const expression = node.expressions[index];
    if (expression) yield (): Addresses => follow(expression);
  }
}

function* sumParts(node: AnyNode & { type: "BinaryExpression" }, follow: Follow) {
  const parts: AnyNode[] = [];
  let first: AnyNode = node;
  while (first.type === "BinaryExpression" && first.operator === "+") {
    parts.push(first.right);
    first = first.left;
  }
  parts.push(first);
  for (const part of parts.toReversed()) yield (): Addresses => follow(part);
}
