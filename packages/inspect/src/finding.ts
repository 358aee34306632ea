import type { RuleId } from "./rules.ts";
import type { Severity } from "./severity.ts";
import type { Sentence } from "./words/sentence.ts";

/** A range of the source: offsets in UTF-16 units, `end` not included. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A finding about a plugin. Lines and columns count from 1; columns in UTF-16 units. */
export interface Finding {
  rule: RuleId;
  severity: Severity;
  /** One sentence in English, for the author and the reviewer. Never contains a secret. */
  message: string;
  /** The source of `message`, for other languages. Absent when a scanner wrote the message. */
  sentence?: Sentence;
  /** How many more places of the rule are not listed; only the last finding of a rule has it. */
  morePlaces?: number;
  line: number;
  column: number;
  endLine: number;
  /** Just after the last character. */
  endColumn: number;
}

/**
 * Reports a finding of a rule: with a sentence of the inspection, or, from a scanner, a message in English.
 * The severity is the rule's own unless given.
 */
export type Report = (
  rule: RuleId,
  place: Place,
  message: string | Sentence,
  severity?: Severity,
) => void;
