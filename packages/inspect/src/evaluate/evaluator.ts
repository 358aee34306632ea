import type { AnyNode } from "acorn";
import type { Binding } from "../syntax/scopes.ts";
import type { EvaluationLimit } from "./budget.ts";
import type { Value } from "./value.ts";

/** Computes the values of expressions, as far as they are known without running the file. */
export interface Evaluator {
  /** The value; `undefined` when it is not known. */
  evaluate(node: AnyNode): Value | undefined;
  /** Whether a member belongs to the plugin's own object: the object is known, and no spread may contain it. */
  isOwn(object: AnyNode, key: string): boolean;
  /** The name of the property that a member expression denotes. */
  keyOf(node: AnyNode & { type: "MemberExpression" }): string | undefined;
  /** The name of a property in an object literal or a pattern. */
  propertyName(item: AnyNode & { type: "Property" }): string | undefined;
  /** The property of an object literal, if no spread may override it. */
  property(record: AnyNode & { type: "ObjectExpression" }, key: string): AnyNode | undefined;
  /** The initial value of a name that is defined exactly once. */
  sourceOf(binding: Binding): AnyNode | undefined;
  /** Expressions whose value was too large to compute, with the reason. */
  readonly limits: readonly EvaluationLimit[];
  /** How many characters, list items and expressions were computed so far. */
  steps: () => number;
}
