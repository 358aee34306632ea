import type { AnyNode } from "acorn";
import { type Sentence, sentence } from "../words/sentence.ts";

/** The most characters, items and expressions that are computed in one file, because texts may grow faster than it. */
const BUDGET = 4_000_000;
/** Maximum number of abandoned expressions to report. */
const MAX_TOLD = 20;

/** An expression whose evaluation was abandoned. */
export interface EvaluationLimit {
  readonly place: AnyNode;
  /** The part that was too large. */
  readonly what: Sentence;
}

/** Bounds the cost of evaluating the expressions of one file. */
export interface EvaluationBudget {
  /** Counts work before it is done; `false` when the budget of the file is used up. */
  spend: (place: AnyNode, amount: number) => boolean;
  /** Records an expression whose value is too large. */
  giveUp: (place: AnyNode, what: Sentence) => void;
  isLeft: () => boolean;
  steps: () => number;
  readonly limits: readonly EvaluationLimit[];
}

/** Creates the evaluation budget of one file. */
export function createBudget(): EvaluationBudget {
  const limits: EvaluationLimit[] = [];
  let left = BUDGET;
  const giveUp = (place: AnyNode, what: Sentence): void => {
    if (limits.length < MAX_TOLD) limits.push({ place, what });
  };
  return {
    giveUp,
    spend(place, amount) {
      if (left > 0 && left - amount <= 0) {
        giveUp(place, sentence("evaluation-limit/file", { most: BUDGET }));
      }
      left -= amount;
      return left > 0;
    },
    isLeft: () => left > 0,
    steps: () => BUDGET - left,
    limits,
  };
}
