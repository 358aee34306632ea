import type { AnyNode } from "acorn";
import type { Evaluator } from "../evaluate/evaluator.ts";
import type { Script } from "../syntax/read.ts";
import type { Binding } from "../syntax/scopes.ts";
import { unchained } from "../syntax/walk.ts";
import { createCallees } from "./callees.ts";
import { collectorsOf } from "./collected.ts";

/**
 * Follows values from expressions to all expressions derived from them: through names, assignments, calls,
 * returned values and parameters. Each node is visited once. Conditions are not followed.
 *
 * @param stops returns whether to stop at an expression that was reached
 * @returns the expressions derived from the seeds, including these
 */
export function flowFrom(
  { script, evaluator }: { script: Script; evaluator: Evaluator },
  seeds: Iterable<AnyNode>,
  stops: (node: AnyNode) => boolean = () => false,
): ReadonlySet<AnyNode> {
  const reached = new Set<AnyNode>();
  const bindings = new Set<Binding>();
  const left: AnyNode[] = [...seeds];
  const declared = bindingsByName(script);
  const callees = createCallees({ script, evaluator });
  const fields = new Set<string>();
  const parameters = new Map<AnyNode, Set<number | undefined>>();
  const positions = new Map<AnyNode, ReadonlyMap<AnyNode, number>>();

  function reachBinding(binding: Binding | undefined): void {
    if (binding === undefined || bindings.has(binding)) return;
    bindings.add(binding);
    for (const { node, isRead } of binding.uses) if (isRead) left.push(node);
  }

  /** Reaches all names of a pattern or target, and the objects of its members. */
  function reachTarget(target: AnyNode): void {
    const parts = [target];
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      switch (part.type) {
        case "Identifier":
          reachBinding(declared.get(part) ?? script.useOf.get(part)?.binding);
          break;
        case "MemberExpression":
          if (part.object.type === "ThisExpression") reachField(evaluator.keyOf(part));
          else parts.push(unchained(part.object));
          break;
        case "ArrayPattern":
          for (const item of part.elements) if (item) parts.push(item);
          break;
        case "ObjectPattern":
          for (const item of part.properties) {
            parts.push(item.type === "Property" ? item.value : item.argument);
          }
          break;
        case "AssignmentPattern":
          parts.push(part.left);
          break;
        case "RestElement":
          parts.push(part.argument);
          break;
        case "VariableDeclaration":
          for (const { id } of part.declarations) parts.push(id);
          break;
      }
    }
  }

  /** Reaches `this.key` in all methods, because it is not known which object has the field. */
  function reachField(key: string | undefined): void {
    if (key === undefined || fields.has(key)) return;
    fields.add(key);
    for (const field of callees.fieldsOf(key)) left.push(field);
  }

  function reachParameters(fn: AnyNode, index: number | undefined): void {
    if (!("params" in fn)) return;
    const before = parameters.get(fn) ?? new Set();
    if (before.has(index)) return;
    const isFirst = before.size === 0;
    parameters.set(fn, before.add(index));
    const params = index === undefined ? fn.params : fn.params.slice(index, index + 1);
    for (const param of params) reachTarget(param);
    if (index !== undefined && fn.params.length <= index) {
      for (const param of fn.params.slice(-1)) if (param.type === "RestElement") reachTarget(param);
    }
    const items = callees.argumentsOf(fn);
    for (const key of index === undefined ? items.keys() : [undefined, String(index)]) {
      if (key === undefined && !isFirst) continue;
      for (const item of items.get(key) ?? []) left.push(item);
    }
  }

  /** Reaches the parameters of the functions that get an argument of a call. */
  function reachCallees(callee: AnyNode, index?: number): void {
    for (const found of callees.of(callee, index)) reachParameters(found.fn, found.index);
  }

  /** The index of an argument, or of a template's expression; cached, because there may be very many. */
  function positionIn(list: readonly AnyNode[], owner: AnyNode, part: AnyNode): number | undefined {
    let known = positions.get(owner);
    if (known === undefined) {
      known = new Map(list.map((item, index) => [item, index]));
      positions.set(owner, known);
    }
    return known.get(part);
  }

  function throughCall(
    call: AnyNode & { type: "CallExpression" | "NewExpression" },
    child: AnyNode,
  ): void {
    const callee = unchained(call.callee);
    const index = positionIn(call.arguments, call, child);
    if (index !== undefined) {
      reachCallees(callee, index);
      for (const object of collectorsOf({ script, evaluator }, call, index)) reachTarget(object);
      const receiver = receiverOf(callee);
      if (receiver !== undefined) left.push(receiver);
    }
    // Callbacks receive the value or parts of it.
    if (reached.has(call)) return;
    for (const argument of call.arguments) {
      if (isCallback(argument)) reachCallees(argument);
    }
  }

  /** The call that gets the values that its callback passes on: `new Promise((done) => done(value))`. */
  function receiverOf(callee: AnyNode): AnyNode | undefined {
    const [definition] = script.useOf.get(callee)?.binding?.definitions ?? [];
    if (definition?.kind !== "Parameter") return undefined;
    const outer = script.parents.get(definition.node);
    const isCall = outer?.type === "CallExpression" || outer?.type === "NewExpression";
    return isCall && outer.callee !== definition.node ? outer : undefined;
  }

  /** Reaches the parameters of the tag function of a template. */
  function throughTemplate(template: AnyNode & { type: "TemplateLiteral" }, child: AnyNode): void {
    const tagged = script.parents.get(template);
    if (tagged?.type !== "TaggedTemplateExpression") return;
    const index = positionIn(template.expressions, template, child);
    if (index !== undefined) reachCallees(unchained(tagged.tag), index + 1);
  }

  /** The node to which the value of a node flows; `undefined` if it ends here. */
  function next(node: AnyNode): AnyNode | undefined {
    if (node.type === "FunctionDeclaration") {
      // A function's result flows to its name, or the function is the expression itself.
      reachBinding(node.id ? declared.get(node.id) : undefined);
      return undefined;
    }
    const parent = script.parents.get(node);
    switch (parent?.type) {
      case "VariableDeclarator":
        if (parent.init === node) reachTarget(parent.id);
        return undefined;
      case "AssignmentExpression":
        if (parent.right === node) reachTarget(parent.left);
        return parent;
      case "AssignmentPattern":
        if (parent.right === node) reachTarget(parent.left);
        return undefined;
      case "ForInStatement":
      case "ForOfStatement":
        if (parent.right === node) reachTarget(parent.left);
        return undefined;
      case "CallExpression":
      case "NewExpression":
        throughCall(parent, node);
        return parent;
      case "TemplateLiteral":
        throughTemplate(parent, node);
        return parent;
      case "ReturnStatement":
      case "YieldExpression":
        return script.functions.get(parent);
      case "ArrowFunctionExpression":
        return parent.body === node ? parent : undefined;
      case "ObjectPattern":
        // `{ [key]: name }`
        if (node.type === "Property") reachTarget(node.value);
        return undefined;
      case "FunctionExpression":
      case "FunctionDeclaration":
        return undefined;
      case "ClassDeclaration":
        reachBinding(parent.id ? declared.get(parent.id) : undefined);
        return undefined;
      case "LabeledStatement":
        return undefined;
      default:
        return parent && !/Statement$|^Program$|Pattern$/u.test(parent.type) ? parent : undefined;
    }
  }

  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    let at: AnyNode | undefined = node;
    while (at !== undefined && !reached.has(at)) {
      reached.add(at);
      at = stops(at) ? undefined : next(at);
    }
  }
  return reached;
}

/** A function, or the name of one. */
const isCallback = ({ type }: AnyNode): boolean =>
  type.includes("Function") || type === "Identifier" || type === "MemberExpression";

function bindingsByName({ bindings }: Script): Map<AnyNode, Binding> {
  const found = new Map<AnyNode, Binding>();
  for (const binding of bindings) {
    // A class name is defined twice, outside and inside of the class; the outer definition comes first.
    for (const { identifier } of binding.definitions) {
      if (!found.has(identifier)) found.set(identifier, binding);
    }
  }
  return found;
}
