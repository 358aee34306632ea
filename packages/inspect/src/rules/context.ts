import type { AnyNode } from "acorn";
import type { Evaluator } from "../evaluate/evaluator.ts";
import type { Report } from "../finding.ts";
import type { Script } from "../syntax/read.ts";

/** The services that every rule uses. */
export interface RuleContext {
  readonly script: Script;
  readonly evaluator: Evaluator;
  readonly report: Report;
}

/** A node of one type. */
export type NodeOf<Type extends AnyNode["type"]> = AnyNode & { readonly type: Type };

/** The path of a built-in, such as `Array.prototype`; undefined for any other value. */
export function builtinPath({ evaluator }: RuleContext, node: AnyNode): string | undefined {
  const value = evaluator.evaluate(node);
  return value?.kind === "builtin" ? value.path : undefined;
}
