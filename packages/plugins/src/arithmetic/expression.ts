import { compute, type Fraction, type Operator, whole } from "./fraction.ts";

/** What an expression says. */
export interface Expression {
  /** `undefined` when it divides by zero. */
  readonly value: Fraction | undefined;
  /** The numbers in it, in order. */
  readonly numbers: readonly number[];
}

/** Characters of an expression; each level of parentheses takes two, which bounds the recursion. */
const MAX_LENGTH = 64;
/** What people write for an operator. */
const WRITTEN: ReadonlyMap<string, Operator> = new Map([
  ["+", "+"],
  ["-", "-"],
  ["−", "-"],
  ["*", "*"],
  ["×", "*"],
  ["x", "*"],
  ["/", "/"],
  ["÷", "/"],
]);

/**
 * Reads a sum of whole numbers with `+ - * /` and parentheses; `= 24` behind it is ignored. It takes
 * folded text, in which full-width forms are narrow.
 *
 * @returns `undefined` for any other text, and for a single number
 * @example
 * parseExpression("(8-5)×8")?.value; // { top: 24, bottom: 1 }
 */
export function parseExpression(text: string): Expression | undefined {
  if (text.length > MAX_LENGTH || !/^[\d\s+\-−*×x/÷()]+(?:=\s*24\s*)?$/u.test(text))
    return undefined;
  const tokens = text.replace(/=.*$/u, "").match(/\d+|[^\d\s]/gu) ?? [];
  const numbers: number[] = [];
  let at = 0;
  let isValid = true;

  const nextOperator = (...wanted: readonly Operator[]): Operator | undefined => {
    const operator = WRITTEN.get(tokens[at] ?? "");
    if (operator === undefined || !wanted.includes(operator)) return undefined;
    at++;
    return operator;
  };
  /** A row of parts with operators of one rank between them, from left to right. */
  const row = (
    part: () => Fraction | undefined,
    ...wanted: readonly Operator[]
  ): Fraction | undefined => {
    let value = part();
    for (let found = nextOperator(...wanted); found; found = nextOperator(...wanted)) {
      const right = part();
      value = value && right && compute(value, found, right);
    }
    return value;
  };
  const sum = (): Fraction | undefined => row(product, "+", "-");
  const product = (): Fraction | undefined => row(factor, "*", "/");
  const factor = (): Fraction | undefined => {
    const token = tokens[at++] ?? "";
    if (/^\d+$/u.test(token)) {
      numbers.push(Number(token));
      return whole(Number(token));
    }
    if (token !== "(") {
      isValid = false;
      return undefined;
    }
    const value = sum();
    if (tokens[at++] !== ")") isValid = false;
    return value;
  };

  const value = sum();
  if (!isValid || at !== tokens.length || numbers.length < 2) return undefined;
  return { value, numbers };
}
