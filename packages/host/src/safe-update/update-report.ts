import type { MessageError } from "../messages/message-rows.ts";
import type { ShownValue } from "../messages/shown-value.ts";

/**
 * How a version behaved on recorded runs of another one. A run may count in several members. There are only counts,
 * so that the report can be shown to people other than those whose messages were rerun.
 */
export interface UpdateReport {
  /** The version that was run, and the one whose runs were recorded. */
  readonly version: string;
  readonly compared_with: string;
  readonly made_at: string;
  /** Runs that were compared. */
  readonly runs: number;
  /** Runs without any difference. */
  readonly same: number;
  /** Runs that request another host call, or one with other arguments. */
  readonly asks_otherwise: number;
  /** Runs that send something different, more or less. */
  readonly sends_otherwise: number;
  /** Runs that end with another status, for example pass on a message that was handled. */
  readonly ends_otherwise: number;
  /** Runs that fail now and did not fail before. */
  readonly fails: number;
  /** Runs that call more models or more expensive ones, or use over a quarter more gas. */
  readonly costs_more: number;
  /** Recorded runs that could not be run again, because their journals are not kept any more. */
  readonly not_comparable: number;
  /** `false`: the time limit was reached before all chosen runs were compared. */
  readonly is_complete: boolean;
}

/** A kind of difference between a rerun and its record. */
export type UpdateFinding =
  | "asks_otherwise"
  | "sends_otherwise"
  | "ends_otherwise"
  | "fails"
  | "costs_more";

/** The comparison of one of an account's own runs. */
export interface RunComparison {
  readonly message_id: number;
  readonly findings: readonly UpdateFinding[];
  /** Host calls that differ, in order, as recorded and in the rerun; `null`: no call at that place. */
  readonly calls: readonly {
    readonly sequence: number;
    readonly recorded: ComparedCall | null;
    readonly now: ComparedCall | null;
  }[];
  /** Why the rerun fails. */
  readonly error: MessageError | null;
}

/** A host call of a {@link RunComparison}. */
export interface ComparedCall {
  readonly operation: string;
  readonly args: ShownValue;
}
