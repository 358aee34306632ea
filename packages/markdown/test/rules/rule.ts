/**
 * A text and what it becomes. The third member marks a listed difference: there the remark engine
 * gives something else.
 */
type Case = readonly [input: string, expected: string, remark?: "differs"];

/** One section of the rules with its examples. */
export interface Rule {
  rule: string;
  title: string;
  cases: readonly Case[];
}
