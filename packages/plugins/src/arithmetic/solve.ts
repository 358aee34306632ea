import { compute, type Fraction, OPERATORS, whole } from "./fraction.ts";

/** How numbers make a target. */
export interface Solution {
  /** `(8 - 5) * 8 * 1` */
  readonly text: string;
  /** What is computed first: `8 - 5`. */
  readonly firstStep: string;
}

/** A number that was dealt or computed, and how. */
interface Term {
  readonly value: Fraction;
  readonly text: string;
  readonly isSum: boolean;
  readonly isProduct: boolean;
}

/**
 * Finds a way to make a number of all given ones, each used once; `undefined` when there is none. Four
 * numbers have fewer than 10,000 ways.
 *
 * @example
 * solve([5, 8, 8, 1], 24)?.text; // for example "(8 - 5) * 8 * 1"
 */
export function solve(numbers: readonly number[], target: number): Solution | undefined {
  const terms = numbers.map((number) => ({
    value: whole(number),
    text: String(number),
    isSum: false,
    isProduct: false,
  }));
  return combine(terms, target, undefined);
}

function combine(
  terms: readonly Term[],
  target: number,
  firstStep: string | undefined,
): Solution | undefined {
  const [only] = terms;
  if (terms.length === 1 && only !== undefined) {
    const isTarget = only.value.bottom === 1 && only.value.top === target;
    return isTarget ? { text: only.text, firstStep: firstStep ?? only.text } : undefined;
  }
  for (const [index, left] of terms.entries()) {
    for (const [other, right] of terms.entries()) {
      if (index === other) continue;
      const rest = terms.filter((_, at) => at !== index && at !== other);
      for (const operator of OPERATORS) {
        const isOrdered = operator === "-" || operator === "/";
        // Of a + b and b + a one is enough.
        if (!isOrdered && index > other) continue;
        const value = compute(left.value, operator, right.value);
        if (value === undefined) continue;
        const isSum = operator === "+" || operator === "-";
        const text = `${wrap(left, !isSum && left.isSum)} ${operator} ${wrap(
          right,
          (!isSum && right.isSum) ||
            (operator === "-" && right.isSum) ||
            (operator === "/" && right.isProduct),
        )}`;
        const term = { value, text, isSum, isProduct: !isSum };
        const found = combine([...rest, term], target, firstStep ?? text);
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

function wrap({ text }: Term, isNeeded: boolean): string {
  return isNeeded ? `(${text})` : text;
}
