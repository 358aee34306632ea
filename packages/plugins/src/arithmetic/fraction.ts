/** An exact number: `top / bottom`, in lowest terms, `bottom` above 0. */
export interface Fraction {
  readonly top: number;
  readonly bottom: number;
}

/** The operators of the game. */
export const OPERATORS = ["+", "-", "*", "/"] as const;

export type Operator = (typeof OPERATORS)[number];

/** A whole number as a fraction. */
export function whole(value: number): Fraction {
  return { top: value, bottom: 1 };
}

/** Computes exactly; `undefined` for a division by zero. */
export function compute(a: Fraction, operator: Operator, b: Fraction): Fraction | undefined {
  if (operator === "+") return reduced(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
  if (operator === "-") return reduced(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom);
  if (operator === "*") return reduced(a.top * b.top, a.bottom * b.bottom);
  return b.top === 0 ? undefined : reduced(a.top * b.bottom, a.bottom * b.top);
}

function reduced(top: number, bottom: number): Fraction {
  const sign = bottom < 0 ? -1 : 1;
  const divisor = Math.max(1, greatestDivisor(Math.abs(top), Math.abs(bottom)));
  return { top: (sign * top) / divisor, bottom: (sign * bottom) / divisor };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** A fraction as people write it: `24`, `5/2`. */
export function formatFraction({ top, bottom }: Fraction): string {
  return bottom === 1 ? String(top) : `${top}/${bottom}`;
}
