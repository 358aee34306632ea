import type { AnyNode } from "acorn";
import type { RuleContext } from "../../context.ts";
import type { ObjectWrites } from "./object-writes.ts";

/** The most expressions from which one name is computed. */
const MAX_PARTS = 200;

/**
 * Creates the test whether the name of a property is certain, that is whether each possible expression is a
 * constant. The evaluator alone would use only the first known value of a choice or a property.
 */
export function createKeyNames(
  { script, evaluator }: RuleContext,
  writes: ObjectWrites,
): (key: AnyNode) => boolean {
  const known = new Map<AnyNode, boolean>();

  function isCertain(key: AnyNode): boolean {
    const left: AnyNode[] = [key];
    const seen = new Set<AnyNode>();
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      if (seen.size > MAX_PARTS || evaluator.evaluate(at) === undefined) return false;
      switch (at.type) {
        case "ConditionalExpression":
          left.push(at.consequent, at.alternate);
          break;
        case "LogicalExpression":
        case "BinaryExpression":
          left.push(at.left, at.right);
          break;
        case "TemplateLiteral":
          if (at.expressions.length > MAX_PARTS) return false;
          left.push(...at.expressions);
          break;
        case "ChainExpression":
          left.push(at.expression);
          break;
        case "AssignmentExpression":
          left.push(at.right);
          break;
        case "UnaryExpression":
          left.push(at.argument);
          break;
        case "CallExpression":
          if (at.arguments.length > MAX_PARTS) return false;
          left.push(at.callee, ...at.arguments);
          break;
        case "MemberExpression": {
          const record = evaluator.evaluate(at.object);
          const name = evaluator.keyOf(at);
          if (record?.kind === "record" && name !== undefined) {
            const value = evaluator.property(record.node, name);
            if (value !== undefined) left.push(value);
          }
          left.push(at.object);
          break;
        }
        case "Identifier": {
          const binding = script.useOf.get(at)?.binding;
          if (binding === undefined) break;
          if (writes.isChanged(binding)) return false;
          const [definition] = binding.definitions;
          if (definition?.node.type === "VariableDeclarator" && definition.node.init) {
            left.push(definition.node.init);
          } else {
            const source = evaluator.sourceOf(binding);
            if (source !== undefined) left.push(source);
          }
          break;
        }
      }
    }
    return true;
  }

  return (key) => {
    let is = known.get(key);
    if (is === undefined) {
      is = isCertain(key);
      known.set(key, is);
    }
    return is;
  };
}
