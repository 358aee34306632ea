import type { MessageError } from "../messages/message-rows.ts";
import type { ShownValue } from "../messages/shown-value.ts";

/**
 * How a version did on recorded runs of another one. A run may count in several places. It has counts only,
 * so that it can be shown to others than those whose messages were rerun.
 */
export interface UpdateReport {
  /** The version that was run, and the one whose runs were recorded. */
  readonly version: string;
  readonly compared_with: string;
  readonly made_at: string;
  /** Runs that were compared. */
  readonly runs: number;
  /** Runs that do just the same. */
  readonly same: number;
  /** Runs that request another host call, or one with other arguments. */
  readonly asks_otherwise: number;
  /** Runs that send something else, more or less. */
  readonly sends_otherwise: number;
  /** Runs that pass a message on that was handled, or the other way round. */
  readonly ends_otherwise: number;
  /** Runs that fail, and did not before. */
  readonly fails: number;
  /** Runs that call more or dearer models, or compute a quarter more. */
  readonly costs_more: number;
  /** Recorded runs that could not be run again, because their journals are not kept any more. */
  readonly not_comparable: number;
  /** `false`: the time for reruns was up before all of the newest runs were compared. */
  readonly is_complete: boolean;
}

/** What a rerun does otherwise. */
export type UpdateFinding =
  | "asks_otherwise"
  | "sends_otherwise"
  | "ends_otherwise"
  | "fails"
  | "costs_more";

/** A run of an account's own, compared. */
export interface RunComparison {
  readonly message_id: number;
  readonly findings: readonly UpdateFinding[];
  /** Host calls that differ, in order, as they were and as they are now; `null`: none in that place. */
  readonly calls: readonly {
    readonly sequence: number;
    readonly recorded: ComparedCall | null;
    readonly now: ComparedCall | null;
  }[];
  /** Why it fails. */
  readonly error: MessageError | null;
}

/** A host call of a {@link RunComparison}. */
export interface ComparedCall {
  readonly operation: string;
  readonly args: ShownValue;
}
