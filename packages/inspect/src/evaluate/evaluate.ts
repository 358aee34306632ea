import type { AnyNode } from "acorn";
import { createBudget } from "./budget.ts";
import { callOf } from "./builtins/evaluate-call.ts";
import type { Evaluator } from "./evaluator.ts";
import { createMembers } from "./members.ts";
import { operate, unary } from "./operators.ts";
import { patternPaths, patternThatSets } from "../syntax/patterns.ts";
import type { Script } from "../syntax/read.ts";
import type { Binding } from "../syntax/scopes.ts";
import { builtin, constant, globalValue, MAX_TEXT, sizeOf, type Value } from "./value.ts";
import { sentence } from "../words/sentence.ts";

/** The deepest nesting of expressions that is evaluated, also through names. */
const MAX_DEPTH = 100;
const MAX_ITEMS = 20_000;

export function createEvaluator(script: Script): Evaluator {
  const known = new Map<AnyNode, Value | undefined>();
  const patterns = new Map<AnyNode, ReadonlyMap<AnyNode, readonly string[]>>();
  let depth = 0;
  const budget = createBudget();
  const { spend, giveUp } = budget;
  const members = createMembers({ evaluate, spend });

  function evaluate(node: AnyNode): Value | undefined {
    const before = known.get(node);
    if (before !== undefined || known.has(node)) return before;
    if (depth >= MAX_DEPTH) return undefined;
    // A name that is defined by itself gets no value.
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
        return callOf(node, { evaluate, ...members, spend, giveUp });
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
    const { identifier, node } = definition;
    // A pattern with a default gives a name two possible values.
    const target = binding.writes[0]?.node;
    if (node.type !== "VariableDeclarator" || binding.writes.some((use) => use.node !== target)) {
      return undefined;
    }
    const given = node.init
      ? { pattern: node.id, value: node.init, target: identifier }
      : target && patternThatSets(script, target);
    const path = given && pathsOf(given.pattern).get(given.target);
    let value = path && evaluate(given.value);
    for (const key of path ?? []) value = value && members.memberOf(value, key);
    return binding.writes.length === 1 || value?.kind === "builtin" ? value : undefined;
  }

  function pathsOf(pattern: AnyNode): ReadonlyMap<AnyNode, readonly string[]> {
    let paths = patterns.get(pattern);
    if (paths === undefined) {
      paths = patternPaths(pattern, (item) => members.propertyName(item));
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
    const key = members.keyOf(node);
    if (key === undefined) return undefined;
    const object = evaluate(node.object);
    if (object !== undefined)
      return spend(node, key.length) ? members.memberOf(object, key) : undefined;
    // Any constructor's constructor is `Function`, which creates code.
    const inner = node.object.type === "ChainExpression" ? node.object.expression : node.object;
    const isTwice =
      key === "constructor" &&
      inner.type === "MemberExpression" &&
      members.keyOf(inner) === "constructor";
    return isTwice ? builtin("Function") : undefined;
  }

  function binaryValue(node: AnyNode & { type: "BinaryExpression" }): Value | undefined {
    // Long chains nest to the left: a loop walks them without recursion, and each partial sum is cached.
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
    ...members,
    sourceOf,
    limits: budget.limits,
    steps: budget.steps,
  };
}

function isConstant(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
