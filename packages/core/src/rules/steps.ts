import { createPace } from "./in-chunks.ts";

/**
 * Long work in steps of a few milliseconds at most. It yields the number of characters processed since its last
 * yield, so that the caller can pause between the steps, or run all of them at once.
 */
export type Steps<Result> = Generator<number, Result, undefined>;

/** Characters that one step processes without a pause; a value without characters counts as a few. */
export const STEP_CHARACTERS = 32_768;

/** Does all steps at once. */
export function doAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Runs the steps with turns of the event loop in between. */
export async function doInSteps<Result>(
  steps: Steps<Result>,
  pace: (characters: number) => Promise<void> = createPace(),
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pace(step.value);
  }
}
