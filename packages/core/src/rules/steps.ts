import { createPace } from "./in-chunks.ts";

/**
 * Work that may be long, in steps of a few milliseconds at most: it yields the characters that it has worked on since
 * it has yielded before. Who has no other work does all steps at once.
 */
export type Steps<Result> = Generator<number, Result, undefined>;

/** Characters that work in steps goes through without a pause; a value without characters counts as a few. */
export const STEP_CHARACTERS = 32_768;

/** Does all steps at once. */
export function doAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Lets the event loop have turns between the steps. */
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
