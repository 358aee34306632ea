import { type Shape, describeShape, smaller, write } from "./shapes.ts";

/** A cost of converting a text: steps, characters or milliseconds. */
export type Cost = (text: string) => number;

/**
 * How much a cost per character may rise when the text is four times as long. What is quadratic rises
 * by 4 once it outweighs the rest, which it need not yet do at the first length.
 */
const SUSPICIOUS = 1.2;
const PROVEN = 1.5;

/**
 * Whether the cost of a shape grows faster than its length: the cost per character has to rise from
 * `length` to four times, sixteen times and sixty-four times that. One rise alone may come from a
 * limit that is not reached before, such as labels of 999 characters or containers 100 deep, or from
 * a fence that is closed at one length and open at the other.
 */
export function growsFaster(cost: Cost, shape: Shape, length: number): boolean {
  const rises = (from: number, limit: number): boolean =>
    perCharacter(cost, shape, from * 4) > limit * perCharacter(cost, shape, from);
  return rises(length, SUSPICIOUS) && rises(length * 4, PROVEN) && rises(length * 16, PROVEN);
}

function perCharacter(cost: Cost, shape: Shape, length: number): number {
  const text = write(shape, length);
  return cost(text) / text.length;
}

/** The smallest shape for which `fails` holds, derived from `found` by leaving parts out. */
function shrink(found: Shape, fails: (shape: Shape) => boolean): Shape {
  const next = [...smaller(found)].find((shape) => fails(shape));
  return next === undefined ? found : shrink(next, fails);
}

/** The smallest shape in `found` that `fails`, with its cost at several lengths. */
export function report(cost: Cost, found: Shape, fails: (shape: Shape) => boolean): string {
  const smallest = shrink(found, fails);
  const costs = [4000, 8000, 16_000].map((length) => Math.round(cost(write(smallest, length))));
  return `${describeShape(smallest)}: ${costs.join(", ")} at 4, 8 and 16 kB`;
}
