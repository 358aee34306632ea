import type { AnyNode } from "acorn";
import { callOf } from "./evaluate-call.ts";
import { operate, unary } from "./operators.ts";
import type { Script } from "./read.ts";
import type { Binding } from "./scopes.ts";
import { builtin, constant, globalValue, MAX_TEXT, memberOf, type Value } from "./value.ts";

/** Works out what expressions are, as far as that can be known without running anything. */
export interface Evaluator {
  /** `undefined`: not known. */
  evaluate(node: AnyNode): Value | undefined;
  /** The name of the property that a member expression means. */
  keyOf(node: AnyNode & { type: "MemberExpression" }): string | undefined;
  /** The property of an object literal, if no spread may override it. */
  property(record: AnyNode & { type: "ObjectExpression" }, key: string): AnyNode | undefined;
  /** The expression that the only definition of a name gives to it. */
  sourceOf(binding: Binding): AnyNode | undefined;
}

/** Expressions within expressions, through names too. */
const MAX_DEPTH = 100;
const MAX_ITEMS = 20_000;
/** Characters and items worked out in one file: texts may grow faster than the file. */
const BUDGET = 4_000_000;

export function createEvaluator(script: Script): Evaluator {
  const known = new Map<AnyNode, Value | undefined>();
  let depth = 0;
  let budget = BUDGET;

  function evaluate(node: AnyNode): Value | undefined {
    const before = known.get(node);
    if (before !== undefined || known.has(node)) return before;
    if (depth >= MAX_DEPTH) return undefined;
    // A name that is defined by itself is not known.
    known.set(node, undefined);
    depth += 1;
    const value = budget > 0 ? workOut(node) : undefined;
    depth -= 1;
    budget -= sizeOf(value);
    known.set(node, value);
    return value;
  }

  function workOut(node: AnyNode): Value | undefined {
    switch (node.type) {
      case "Literal":
        return !node.regex && isConstant(node.value) ? constant(node.value) : undefined;
      case "TemplateLiteral":
        return templateText(node);
      case "Identifier":
        return nameValue(node);
      case "ArrayExpression":
        return node.elements.length > MAX_ITEMS ? undefined : listOf(node);
      case "ObjectExpression":
        return { kind: "record", node };
      case "FunctionExpression":
      case "FunctionDeclaration":
      case "ArrowFunctionExpression":
      case "ClassExpression":
      case "ClassDeclaration":
        return { kind: "function" };
      case "MemberExpression":
        return memberValue(node);
      case "ChainExpression":
        return evaluate(node.expression);
      case "SequenceExpression": {
        const last = node.expressions.at(-1);
        return last && evaluate(last);
      }
      case "AssignmentExpression":
        return node.operator === "=" ? evaluate(node.right) : undefined;
      case "UnaryExpression":
        return unary(node.operator, evaluate(node.argument));
      case "BinaryExpression":
        return binaryValue(node);
      case "ConditionalExpression":
        return evaluate(node.consequent) ?? evaluate(node.alternate);
      case "LogicalExpression":
        return choose(evaluate(node.left), node);
      case "CallExpression":
        return callOf(node, { evaluate, keyOf });
      default:
        return undefined;
    }
  }

  function choose(
    left: Value | undefined,
    node: AnyNode & { type: "LogicalExpression" },
  ): Value | undefined {
    const isEmpty = left?.kind === "constant" && !left.value;
    return left === undefined || isEmpty !== (node.operator === "&&") ? evaluate(node.right) : left;
  }

  function templateText(node: AnyNode & { type: "TemplateLiteral" }): Value | undefined {
    const parts = node.quasis.map(({ value }, index): string | undefined => {
      const expression = node.expressions[index];
      if (expression === undefined) return value.cooked ?? undefined;
      const inner = evaluate(expression);
      return inner?.kind === "constant" ? `${value.cooked}${String(inner.value)}` : undefined;
    });
    return parts.includes(undefined) ? undefined : constant(parts.join("").slice(0, MAX_TEXT));
  }

  function nameValue(node: AnyNode & { type: "Identifier" }): Value | undefined {
    const use = script.useOf.get(node);
    if (use === undefined) return undefined;
    if (use.binding === undefined) return globalValue(node.name);
    return bindingValue(use.binding);
  }

  function bindingValue(binding: Binding): Value | undefined {
    const [definition, second] = binding.definitions;
    if (definition === undefined || second !== undefined) return undefined;
    if (definition.kind === "FunctionName" || definition.kind === "ClassName") {
      return { kind: "function" };
    }
    const source = sourceOf(binding);
    if (source !== undefined) return evaluate(source);
    const { node } = definition;
    if (node.type !== "VariableDeclarator" || !node.init || isReassigned(binding)) return undefined;
    const path = patternPath(node.id, definition.identifier);
    let value = path && evaluate(node.init);
    for (const key of path ?? []) value = value && step(value, key);
    return value;
  }

  function sourceOf({ definitions, uses }: Binding): AnyNode | undefined {
    const [definition] = definitions;
    if (definition?.node.type !== "VariableDeclarator" || definitions.length > 1) return undefined;
    const writes = uses.filter(({ isWrite }) => isWrite);
    if (writes.length !== 1) return undefined;
    const { id, init } = definition.node;
    if (init) return id.type === "Identifier" ? init : undefined;
    const assignment = writes[0] && script.parents.get(writes[0].node);
    return assignment?.type === "AssignmentExpression" && assignment.operator === "="
      ? assignment.right
      : undefined;
  }

  function listOf(node: AnyNode & { type: "ArrayExpression" }): Value {
    return {
      kind: "list",
      items: node.elements.map((item) => (item ? evaluate(item) : undefined)),
    };
  }

  function memberValue(node: AnyNode & { type: "MemberExpression" }): Value | undefined {
    const key = keyOf(node);
    if (key === undefined) return undefined;
    const object = evaluate(node.object);
    if (object !== undefined) return step(object, key);
    // The constructor of a constructor makes code, whoever it belongs to.
    const inner = node.object.type === "ChainExpression" ? node.object.expression : node.object;
    const isTwice =
      key === "constructor" && inner.type === "MemberExpression" && keyOf(inner) === "constructor";
    return isTwice ? builtin("Function") : undefined;
  }

  function step(object: Value, key: string): Value | undefined {
    if (object.kind !== "record") return memberOf(object, key);
    const own = property(object.node, key);
    return own === undefined ? memberOf(object, key) : evaluate(own);
  }

  function keyOf({ computed, property: key }: AnyNode & { type: "MemberExpression" }) {
    if (!computed) return key.type === "Identifier" ? key.name : undefined;
    const value = evaluate(key);
    return value?.kind === "constant" ? String(value.value) : undefined;
  }

  function property(record: AnyNode & { type: "ObjectExpression" }, key: string) {
    const own = record.properties.findLast(
      (item) => item.type === "SpreadElement" || propertyName(item) === key,
    );
    return own?.type === "Property" && own.kind === "init" ? own.value : undefined;
  }

  function propertyName(item: AnyNode & { type: "Property" }): string | undefined {
    const { key, computed } = item;
    if (!computed && key.type === "Identifier") return key.name;
    const value = evaluate(key);
    return value?.kind === "constant" ? String(value.value) : undefined;
  }

  function binaryValue(node: AnyNode & { type: "BinaryExpression" }): Value | undefined {
    // Long chains lean to the left: they are walked, not recursed into.
    const operands: AnyNode[] = [];
    let first: AnyNode = node;
    while (first.type === "BinaryExpression" && first.operator === node.operator) {
      operands.push(first.right);
      first = first.left;
    }
    let sum = evaluate(first);
    for (const operand of operands.toReversed()) {
      const right = sum && evaluate(operand);
      sum = sum && right && operate(node.operator, sum, right);
      if (sum === undefined) return undefined;
    }
    return sum;
  }

  return { evaluate, keyOf, property, sourceOf };
}

function sizeOf(value: Value | undefined): number {
  if (value?.kind === "list") return value.items.length;
  return value?.kind === "constant" && typeof value.value === "string" ? value.value.length : 0;
}

function isConstant(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isReassigned({ uses }: Binding): boolean {
  return uses.filter(({ isWrite }) => isWrite).length > 1;
}

/** The keys that lead through a pattern to a name: `{ a: [b] }` and `b` give `a`, `0`. */
function patternPath(pattern: AnyNode, target: AnyNode): string[] | undefined {
  if (pattern === target) return [];
  if (pattern.type === "AssignmentPattern") return patternPath(pattern.left, target);
  const parts: [key: string, part: AnyNode][] = [];
  if (pattern.type === "ArrayPattern") {
    for (const [index, part] of pattern.elements.entries()) {
      if (part) parts.push([`${index}`, part]);
    }
  } else if (pattern.type === "ObjectPattern") {
    for (const part of pattern.properties) {
      if (part.type !== "Property" || part.computed) continue;
      const { key, value } = part;
      if (key.type === "Identifier") parts.push([key.name, value]);
      else if (key.type === "Literal") parts.push([String(key.value), value]);
    }
  }
  for (const [key, part] of parts) {
    const rest = patternPath(part, target);
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}
