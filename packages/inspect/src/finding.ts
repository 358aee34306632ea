import type { RuleId } from "./rules.ts";
import type { Severity } from "./severity.ts";

/** A range of the source: offsets in UTF-16 units, `end` not included. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A finding about a plugin. Lines and columns count from 1; columns in UTF-16 units. */
export interface Finding {
  rule: RuleId;
  severity: Severity;
  /** One sentence, for the author and the reviewer. Never contains a secret. */
  message: string;
  line: number;
  column: number;
  endLine: number;
  /** Just after the last character. */
  endColumn: number;
}

/** Reports a finding of a rule. The severity is the rule's own unless given. */
export type Report = (rule: RuleId, place: Place, message: string, severity?: Severity) => void;
