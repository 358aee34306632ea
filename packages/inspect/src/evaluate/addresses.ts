import type { AnyNode } from "acorn";
import type { Evaluator } from "./evaluator.ts";
import type { Script } from "../syntax/read.ts";
import type { Binding, Definition } from "../syntax/scopes.ts";

/** What is known of an address: its first characters, perhaps all. */
export interface Address {
  readonly text: string;
  readonly isWhole: boolean;
  /** Where it is written. */
  readonly place: AnyNode;
}

/** Names to follow from one to the next, and expressions to examine in one file. */
const MAX_STEPS = 8;
const BUDGET = 5000;
/** Assignments to one name, or calls of one function, that are followed. */
const MAX_WAYS = 100;

/** Finds the texts with which an expression may start; `undefined` stands for an unknown one. */
export function createAddressFinder(
  script: Script,
  evaluator: Evaluator,
): (node: AnyNode) => (Address | undefined)[] {
  const calls = callsByFunction(script);
  let budget = BUDGET;

  function find(node: AnyNode, steps: number): (Address | undefined)[] {
    budget -= 1;
    const value = evaluator.evaluate(node);
    if (value?.kind === "constant" && typeof value.value === "string" && !isChoice(node)) {
      return [{ text: value.value, isWhole: true, place: node }];
    }
    if (steps === 0 || budget < 0) return [undefined];
    const follow = (next: AnyNode): (Address | undefined)[] => find(next, steps - 1);
    switch (node.type) {
      case "TemplateLiteral":
        return template(node, follow);
      case "BinaryExpression":
        return node.operator === "+" ? sum(node, follow) : [undefined];
      case "ConditionalExpression":
        return [...follow(node.consequent), ...follow(node.alternate)];
      case "LogicalExpression":
        return [...follow(node.left), ...follow(node.right)];
      case "NewExpression":
        return constructed(node, follow);
      case "CallExpression":
        return called(node, follow);
      case "MemberExpression":
        // `new URL(…).href`
        return evaluator.keyOf(node) === "href" ? follow(node.object) : [undefined];
      case "Identifier":
        return named(node, follow);
      default:
        return [undefined];
    }
  }

  function named(node: AnyNode, follow: Follow): (Address | undefined)[] {
    const binding = script.useOf.get(node)?.binding;
    const [definition] = binding?.definitions ?? [];
    if (binding === undefined || definition === undefined) return [undefined];
    if (definition.kind === "Parameter") return parameter(definition, follow);
    if (definition.node.type !== "VariableDeclarator") return [undefined];
    const { id, init } = definition.node;
    if (id.type !== "Identifier") return [undefined];
    const given = [...(init ? [init] : loopedOver(definition)), ...assignedTo(binding)];
    // What is not followed is not known.
    if (given.length > MAX_WAYS) return [undefined];
    return given.length === 0 ? [undefined] : given.flatMap((source) => follow(source));
  }

  /** `url = …`; `url += …` keeps the start. */
  function assignedTo({ writes }: Binding): AnyNode[] {
    return writes.slice(0, MAX_WAYS + 1).flatMap(({ node }) => {
      const parent = script.parents.get(node);
      return parent?.type === "AssignmentExpression" && parent.operator === "="
        ? [parent.right]
        : [];
    });
  }

  /** The items of `for (const url of [ … ])`. */
  function loopedOver({ node }: Definition): AnyNode[] {
    const declaration = script.parents.get(node);
    const loop = declaration && script.parents.get(declaration);
    if (loop?.type !== "ForOfStatement" || loop.left !== declaration) return [];
    let list: AnyNode | undefined = loop.right;
    const binding = script.useOf.get(list)?.binding;
    if (binding) list = evaluator.sourceOf(binding);
    return list?.type === "ArrayExpression" ? list.elements.filter((item) => item !== null) : [];
  }

  /** What the callers of a function give for one of its parameters. */
  function parameter({ identifier, node: owner }: Definition, follow: Follow) {
    if (!("params" in owner)) return [undefined];
    const index = owner.params.findIndex(
      (param) =>
        param === identifier || (param.type === "AssignmentPattern" && param.left === identifier),
    );
    const param = owner.params[index];
    const fallback = param?.type === "AssignmentPattern" ? param.right : undefined;
    const known = calls.get(owner) ?? [];
    const given = known
      .slice(0, MAX_WAYS)
      .flatMap((call) => call.arguments[index] ?? fallback ?? []);
    return known.length > MAX_WAYS || index < 0 || given.length === 0
      ? [undefined]
      : given.flatMap((argument) => follow(argument));
  }

  /** `new URL(path, base)`, `new Request(address)`. */
  function constructed(node: AnyNode & { type: "NewExpression" }, follow: Follow) {
    const made = evaluator.evaluate(node.callee);
    const [first, base] = node.arguments;
    const isKnown = made?.kind === "builtin" && ["URL", "Request"].includes(made.path);
    if (!isKnown || first === undefined) return [undefined];
    const own = follow(first);
    if (made.path !== "URL" || base === undefined) return own;
    return own.flatMap((address) =>
      address !== undefined && /^[a-z]+:/iu.test(address.text)
        ? [address]
        : follow(base).map((found) => found && { ...found, isWhole: true }),
    );
  }

  /** `url.toString()`, `String(url)`, `encodeURI(url)`. */
  function called(node: AnyNode & { type: "CallExpression" }, follow: Follow) {
    const { callee } = node;
    if (callee.type === "MemberExpression" && evaluator.keyOf(callee) === "toString") {
      return follow(callee.object);
    }
    const target = evaluator.evaluate(callee);
    const [first] = node.arguments;
    const keeps = target?.kind === "builtin" && ["String", "encodeURI"].includes(target.path);
    return keeps && first ? follow(first) : [undefined];
  }

  return (node) => find(node, MAX_STEPS);
}

type Call = AnyNode & { type: "CallExpression" };

/** The calls of each function that has a name. */
export function callsByFunction(script: Script): Map<AnyNode, Call[]> {
  const calls = new Map<AnyNode, Call[]>();
  for (const call of script.nodes) {
    if (call.type !== "CallExpression") continue;
    const [definition] = script.useOf.get(call.callee)?.binding?.definitions ?? [];
    const node = definition?.node;
    const owner = node?.type === "VariableDeclarator" ? node.init : node;
    if (!owner) continue;
    const known = calls.get(owner);
    if (known === undefined) calls.set(owner, [call]);
    else known.push(call);
  }
  return calls;
}

type Follow = (node: AnyNode) => (Address | undefined)[];

const isChoice = ({ type }: AnyNode): boolean =>
  type === "ConditionalExpression" || type === "LogicalExpression";

function template(node: AnyNode & { type: "TemplateLiteral" }, follow: Follow) {
  const text = node.quasis[0]?.value.cooked ?? "";
  const [first] = node.expressions;
  if (text !== "" || first === undefined)
    return [{ text, isWhole: first === undefined, place: node }];
  const rest = node.quasis[1]?.value.cooked ?? "";
  const isLast = node.expressions.length === 1;
  return follow(first).map((found) => join(found, rest, isLast, node));
}

/** Adds what follows an address that is known to its end. */
function join(found: Address | undefined, rest: string, isWhole: boolean, place: AnyNode) {
  if (found === undefined) return undefined;
  return found.isWhole ? { text: found.text + rest, isWhole, place } : found;
}

function sum(node: AnyNode & { type: "BinaryExpression" }, follow: Follow) {
  let first: AnyNode = node;
  let second: AnyNode = node;
  while (first.type === "BinaryExpression" && first.operator === "+") {
    second = first.right;
    first = first.left;
  }
  const [next] = follow(second);
  const rest = next?.text ?? "";
  const isWhole = next?.isWhole === true && node.left === first;
  return follow(first).map((found) => join(found, rest, isWhole, node));
}
