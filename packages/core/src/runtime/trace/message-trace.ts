import type { HostCallEvent } from "../../calls/host-calls.ts";
import type { HostCallOutcome } from "../../ports/journal.ts";
import type { LogLevel } from "../../ports/logger.ts";
import type { MessageIdentity } from "../../types/run-identity.ts";
import type { PluginRun } from "../results.ts";

/**
 * The trace of one handling of a message: plain data, without the secrets of its plugins. Times are in milliseconds
 * since `startedAt`, which is in milliseconds since 1970.
 */
export interface MessageTrace extends MessageIdentity {
  readonly startedAt: number;
  /** Milliseconds from the start to the end of the handling. */
  readonly ms: number;
  /** Slug of the plugin that handled it, or `null`. */
  readonly handledBy: string | null;
  /** The plugins that ran on the message, in order. */
  readonly runs: readonly RunTrace[];
  /** Log lines about the message that belong to no run. */
  readonly logs: readonly TraceLog[];
  /** Why handling failed, for a reason outside of the plugins; the message is handled again. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** The run of one plugin on the message. */
export interface RunTrace extends Omit<PluginRun, "status"> {
  /** `"interrupted"`: the infrastructure failed while it ran. */
  readonly status: PluginRun["status"] | "interrupted";
  /** The key of the run in the journal. */
  readonly callId: string;
  /** SHA-256 of the source; `""` for a trusted function. */
  readonly version: string;
  readonly startedMs: number;
  /** The host calls by sequence number; only those of the last attempt, when a storage conflict restarted the run. */
  readonly calls: readonly TraceCall[];
  readonly conflicts: readonly TraceConflict[];
  readonly logs: readonly TraceLog[];
  /** How many calls, conflicts and log lines are left out because there were more than the recorder keeps. */
  readonly more?: number;
}

/** A host call; one without an outcome has not settled. */
export interface TraceCall extends Pick<HostCallEvent, "sequence" | "operation" | "args"> {
  readonly startedMs: number;
  readonly outcome?: HostCallOutcome;
  /** Milliseconds from request to answer. */
  readonly ms?: number;
  readonly credits?: number;
}

/** A key that another run had changed since this one read it. */
export interface TraceConflict {
  readonly key: string;
  readonly result: "restarted" | "overwritten";
  readonly atMs: number;
}

/** A line that was logged. */
export interface TraceLog {
  readonly level: LogLevel;
  readonly message: string;
  readonly atMs: number;
}
