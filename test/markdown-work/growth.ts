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
 * Whether the cost of a shape grows faster than its length. A rise at `lengths[0]` may come from a
 * limit that is not reached yet, such as labels of 999 characters or containers 100 deep: it counts
 * if the cost still rises at each of the further lengths, every one four times the one before.
 */
export function growsFaster(cost: Cost, shape: Shape, lengths: readonly number[]): boolean {
  return lengths.every((length, index) => {
    const once = perCharacter(cost, shape, length);
    const limit = once * (index === 0 ? SUSPICIOUS : PROVEN);
    return perCharacter(cost, shape, length * 4) > limit;
  });
}

function perCharacter(cost: Cost, shape: Shape, length: number): number {
  const text = write(shape, length);
  return cost(text) / text.length;
}

/** The smallest shape that `fails`, made by leaving out of `found` what is not needed. */
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
