import type { AnyNode } from "acorn";
import { createBudget } from "./budget.ts";
import { callOf } from "./evaluate-call.ts";
import type { Evaluator } from "./evaluator.ts";
import { operate, unary } from "./operators.ts";
import { patternPaths } from "../syntax/patterns.ts";
import type { Script } from "../syntax/read.ts";
import type { Binding } from "../syntax/scopes.ts";
import { builtin, constant, globalValue, MAX_TEXT, memberOf, sizeOf, type Value } from "./value.ts";
import { sentence } from "../words/sentence.ts";

/** Expressions within expressions, through names too. */
const MAX_DEPTH = 100;
const MAX_ITEMS = 20_000;
/** Spreads of an object that a member is looked up in, and levels of them. */
const MAX_SPREADS = 8;
export function createEvaluator(script: Script): Evaluator {
  const known = new Map<AnyNode, Value | undefined>();
  const records = new Map<AnyNode, ReadonlyMap<string, AnyNode>>();
  const spreads = new Map<AnyNode, readonly AnyNode[]>();
  const patterns = new Map<AnyNode, ReadonlyMap<AnyNode, readonly string[]>>();
  let depth = 0;
  const budget = createBudget();
  const { spend, giveUp } = budget;

  function evaluate(node: AnyNode): Value | undefined {
    const before = known.get(node);
    if (before !== undefined || known.has(node)) return before;
    if (depth >= MAX_DEPTH) return undefined;
    // A name that is defined by itself has no known value.
    known.set(node, undefined);
    depth += 1;
    const value = budget.isLeft() ? workOut(node) : undefined;
    depth -= 1;
    // A value that costs more than the rest of the budget is still returned; the next one is not.
    spend(node, 1 + sizeOf(value));
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
        if (node.elements.length > MAX_ITEMS) {
          giveUp(node, sentence("evaluation-limit/list", { items: node.elements.length }));
          return undefined;
        }
        return listOf(node);
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
        return unaryValue(node);
      case "BinaryExpression":
        return binaryValue(node);
      case "ConditionalExpression":
        return evaluate(node.consequent) ?? evaluate(node.alternate);
      case "LogicalExpression":
        return choose(evaluate(node.left), node);
      case "CallExpression":
        return callOf(node, { evaluate, keyOf, spend, giveUp });
      default:
        return undefined;
    }
  }

  function unaryValue({ operator, argument }: AnyNode & { type: "UnaryExpression" }) {
    const value = evaluate(argument);
    return spend(argument, sizeOf(value)) ? unary(operator, value) : undefined;
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
    if (parts.includes(undefined)) return undefined;
    const length = parts.reduce((sum, part) => sum + (part?.length ?? 0), 0);
    if (length <= MAX_TEXT) return constant(parts.join(""));
    giveUp(node, sentence("evaluation-limit/text", { length }));
    return undefined;
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
    if (node.type !== "VariableDeclarator" || !node.init || binding.writes.length > 1) {
      return undefined;
    }
    const path = pathsOf(node.id).get(definition.identifier);
    let value = path && evaluate(node.init);
    for (const key of path ?? []) value = value && step(value, key);
    return value;
  }

  function pathsOf(pattern: AnyNode): ReadonlyMap<AnyNode, readonly string[]> {
    let paths = patterns.get(pattern);
    if (paths === undefined) {
      paths = patternPaths(pattern);
      patterns.set(pattern, paths);
    }
    return paths;
  }

  function sourceOf({ definitions, writes }: Binding): AnyNode | undefined {
    const [definition] = definitions;
    if (definition?.node.type !== "VariableDeclarator" || definitions.length > 1) return undefined;
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
    if (object !== undefined) return spend(node, key.length) ? step(object, key) : undefined;
    // Any constructor's constructor is `Function`, which creates code.
    const inner = node.object.type === "ChainExpression" ? node.object.expression : node.object;
    const isTwice =
      key === "constructor" && inner.type === "MemberExpression" && keyOf(inner) === "constructor";
    return isTwice ? builtin("Function") : undefined;
  }

  function step(object: Value, key: string): Value | undefined {
    if (object.kind !== "record") return memberOf(object, key);
    const own = property(object.node, key);
    if (own !== undefined) return evaluate(own);
    return spreadValue(object.node, key) ?? memberOf(object, key);
  }

  /** The member that the last of an object's spreads with one of this name gives it: `{ ...ctx }.bot`. */
  function spreadValue(
    record: AnyNode & { type: "ObjectExpression" },
    key: string,
  ): Value | undefined {
    for (const argument of spreadsOf(record)) {
      const value = evaluate(argument);
      const found =
        value === undefined || !spend(argument, key.length) ? undefined : step(value, key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function isOwn(object: AnyNode, key: string): boolean {
    const value = evaluate(object);
    return value !== undefined && !mayBeSpread(value, key, MAX_SPREADS);
  }

  /** Whether a member may come from a spread of something unknown. */
  function mayBeSpread(value: Value, key: string, levels: number): boolean {
    if (value.kind !== "record" || levels === 0 || property(value.node, key) !== undefined)
      return false;
    return spreadsOf(value.node).some((argument) => {
      const spread = evaluate(argument);
      if (spread === undefined || !spend(argument, 1)) return true;
      return mayBeSpread(spread, key, levels - 1);
    });
  }

  /** What an object spreads, the last first. */
  function spreadsOf(record: AnyNode & { type: "ObjectExpression" }): readonly AnyNode[] {
    const before = spreads.get(record);
    if (before !== undefined) return before;
    const found = record.properties
      .flatMap((item) => (item.type === "SpreadElement" ? [item.argument] : []))
      .slice(-MAX_SPREADS)
      .toReversed();
    spreads.set(record, found);
    return found;
  }

  function keyOf({ computed, property: key }: AnyNode & { type: "MemberExpression" }) {
    if (!computed) return key.type === "Identifier" ? key.name : undefined;
    const value = evaluate(key);
    return value?.kind === "constant" ? String(value.value) : undefined;
  }

  function property(record: AnyNode & { type: "ObjectExpression" }, key: string) {
    let fields = records.get(record);
    if (fields === undefined) {
      fields = propertiesOf(record);
      records.set(record, fields);
    }
    return fields.get(key);
  }

  /** The properties after the last spread; a spread may contain any name. */
  function propertiesOf(record: AnyNode & { type: "ObjectExpression" }) {
    const found = new Map<string, AnyNode>();
    const last = record.properties.findLastIndex(({ type }) => type === "SpreadElement");
    for (const item of record.properties.slice(last + 1)) {
      if (item.type !== "Property") continue;
      const name = propertyName(item);
      if (name === undefined) continue;
      if (item.kind === "init") found.set(name, item.value);
      else found.delete(name);
    }
    return found;
  }

  function propertyName(item: AnyNode & { type: "Property" }): string | undefined {
    const { key, computed } = item;
    if (!computed && key.type === "Identifier") return key.name;
    const value = evaluate(key);
    return value?.kind === "constant" ? String(value.value) : undefined;
  }

  function binaryValue(node: AnyNode & { type: "BinaryExpression" }): Value | undefined {
    // Long chains nest to the left: they are walked without recursion, and each partial sum is cached.
    const chain: (AnyNode & { type: "BinaryExpression" })[] = [];
    let first: AnyNode = node;
    while (
      first.type === "BinaryExpression" &&
      first.operator === node.operator &&
      (first === node || !known.has(first))
    ) {
      chain.push(first);
      first = first.left;
    }
    let sum = evaluate(first);
    for (const part of chain.toReversed()) {
      const right = sum && evaluate(part.right);
      sum = sum && right && add(part, sum, right);
      known.set(part, sum);
    }
    return sum;
  }

  function add(
    node: AnyNode & { type: "BinaryExpression" },
    left: Value,
    right: Value,
  ): Value | undefined {
    const length = sizeOf(left) + sizeOf(right);
    if (length <= MAX_TEXT) return operate(node.operator, left, right);
    giveUp(node, sentence("evaluation-limit/text", { length }));
    return undefined;
  }

  return {
    evaluate,
    isOwn,
    keyOf,
    propertyName,
    property,
    sourceOf,
    limits: budget.limits,
    steps: budget.steps,
  };
}

function isConstant(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
