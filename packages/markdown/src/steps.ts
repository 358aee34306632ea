/** Called for each step of a conversion: a line, a special character, a mark. */
export type Step = () => void;

/** Steps between two calls of `onSteps`; together they take some tens of microseconds. */
const STEPS = 256;

/** Returns a function that counts steps and calls `onSteps` after every 256 of them. */
export function createStep(onSteps: (() => void) | undefined): Step {
  if (onSteps === undefined) return () => {};
  let steps = 0;
  return () => {
    steps += 1;
    if (steps < STEPS) return;
    steps = 0;
    onSteps();
  };
}
