import { isRecord } from "@botwright/core";
import { type Parser, tokTypes } from "acorn";
import { callInherited } from "./inherited.ts";

/** Thrown to skip the work that acorn would do after validating a pattern; never leaves this module. */
const VALIDATED = new Error("the pattern is valid");

/** Acorn's state of the expression that it validates. */
interface ExpressionState {
  readonly source: string;
  readonly flags: string;
  /** The position in the pattern. */
  readonly pos: number;
  readonly lastStringValue: string;
}

/**
 * Makes acorn validate regular expressions without building them, and count the comparisons.
 *
 * 1. After the validation, acorn makes a `RegExp` as the value of the node. V8 expands the character sets of
 *    each: milliseconds and a megabyte for one `\p{RGI_Emoji}`. No rule runs the author's expressions, so the value
 *    is `null`, as ESTree specifies for an expression that the engine does not know.
 * 2. Two groups may have the same name if they are in different alternatives. For each pair of such groups, acorn
 *    compares each alternative around the one with each around the other: groups² × depth² comparisons.
 *
 * @param onCompared called with a number of comparisons; an error that it throws ends the parsing
 */
export function validateExpressionsOnly(
  onCompared: (comparisons: number) => void,
): (Base: typeof Parser) => typeof Parser {
  return (Base) =>
    class extends Base {
      /** The sum of the depths of the groups in the current pattern, by name. */
      readonly #depths = new Map<string, number>();
      #valid: { readonly pattern: string; readonly flags: string } | undefined;

      readRegexp(): unknown {
        try {
          return callInherited(Base, this, "readRegexp", []);
        } catch (thrown) {
          if (thrown !== VALIDATED) throw thrown;
          const token = { ...this.#valid, value: null };
          return callInherited(Base, this, "finishToken", [tokTypes.regexp, token]);
        }
      }

      validateRegExpPattern(state: unknown): void {
        callInherited(Base, this, "validateRegExpPattern", [state]);
        if (!isExpressionState(state)) return;
        this.#valid = { pattern: state.source, flags: state.flags };
        throw VALIDATED;
      }

      // Called once for each pass over a pattern; acorn reads a pattern with named groups twice.
      regexp_pattern(state: unknown): void {
        this.#depths.clear();
        callInherited(Base, this, "regexp_pattern", [state]);
      }

      // Called after the opening bracket of each capturing group, named or not.
      regexp_groupSpecifier(state: unknown): void {
        const before = isExpressionState(state) ? state.pos : 0;
        callInherited(Base, this, "regexp_groupSpecifier", [state]);
        if (!isExpressionState(state) || state.pos === before) return;
        const depth = depthOf(state);
        const known = this.#depths.get(state.lastStringValue) ?? 0;
        onCompared(known * depth);
        this.#depths.set(state.lastStringValue, known + depth);
      }
    };
}

/** How many alternatives are around the current position. */
function depthOf(state: ExpressionState): number {
  let depth = 0;
  let branch: unknown = Reflect.get(state, "branchID");
  while (typeof branch === "object" && branch !== null) {
    depth += 1;
    branch = Reflect.get(branch, "parent");
  }
  return depth;
}

function isExpressionState(state: unknown): state is ExpressionState {
  return (
    isRecord(state) &&
    typeof state["source"] === "string" &&
    typeof state["flags"] === "string" &&
    typeof state["pos"] === "number" &&
    typeof state["lastStringValue"] === "string"
  );
}
