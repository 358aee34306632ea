import type { Parser } from "acorn";
import { callInherited } from "./inherited.ts";
import { isNode } from "./walk.ts";

/**
 * Makes an acorn count the parts of patterns that it checks. In `[[a, b] = []] = []`, the inner assignment is
 * checked when it has been read, and again with the outer one, of whose pattern it turns out to be a part: a part
 * is checked once for each assignment around it.
 *
 * @param onTargets Called with a number of parts; what it throws ends the parsing
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
