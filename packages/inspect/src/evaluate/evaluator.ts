import type { AnyNode } from "acorn";
import type { Binding } from "../syntax/scopes.ts";
import type { EvaluationLimit } from "./budget.ts";
import type { Value } from "./value.ts";

/** Works out what expressions are, as far as that can be known without running anything. */
export interface Evaluator {
  /** `undefined`: not known. */
  evaluate(node: AnyNode): Value | undefined;
  /** Whether a member of an object is the plugin's own: the object is known, and it is in no spread of another. */
  isOwn(object: AnyNode, key: string): boolean;
  /** The name of the property that a member expression means. */
  keyOf(node: AnyNode & { type: "MemberExpression" }): string | undefined;
  /** The name of a property in an object literal or a pattern. */
  propertyName(item: AnyNode & { type: "Property" }): string | undefined;
  /** The property of an object literal, if no spread may override it. */
  property(record: AnyNode & { type: "ObjectExpression" }, key: string): AnyNode | undefined;
  /** The initial value of a name that is defined exactly once. */
  sourceOf(binding: Binding): AnyNode | undefined;
  /** Expressions whose value was too large to compute, with the reason. */
  readonly limits: readonly EvaluationLimit[];
  /** Characters, list items and expressions worked out so far. */
  steps: () => number;
}
