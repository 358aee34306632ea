import type { Parser } from "acorn";
import { callInherited } from "./inherited.ts";
import { isNode } from "./walk.ts";

/**
 * Makes acorn count the parts of patterns that it checks. In `[[a, b] = []] = []`, acorn checks the inner assignment
 * after reading it, and again as a part of the outer assignment's pattern. So it checks a part
 * once for each assignment around it.
 *
 * @param onTargets called with a number of parts; an error that it throws ends the parsing
 */
export function countAssignmentTargets(
  onTargets: (parts: number) => void,
): (Base: typeof Parser) => typeof Parser {
  return (Base) =>
    class extends Base {
      checkLValPattern(pattern: unknown, ...rest: readonly unknown[]): void {
        if (isNode(pattern)) {
          if (pattern.type === "ArrayPattern") onTargets(pattern.elements.length);
          else if (pattern.type === "ObjectPattern") onTargets(pattern.properties.length);
        }
        callInherited(Base, this, "checkLValPattern", [pattern, ...rest]);
      }
    };
}
