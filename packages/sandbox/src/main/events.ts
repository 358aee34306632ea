import type { CallUsage } from "@botwright/core";
import type { BoundName } from "./fairness/bound-watch.ts";
import type { BudgetName } from "./fairness/budgets.ts";

/** A plugin version; the same source has the same version. */
export interface PluginVersion {
  readonly slug: string;
  /** SHA-256 of the source as hexadecimal digits. */
  readonly version: string;
}

/** What happens in a sandbox, for the host's metrics and logs. */
export type SandboxEvent =
  | { type: "worker-started"; worker: number; startMs: number }
  | {
      type: "worker-ended";
      worker: number;
      /** `"hung"`: a plugin hung in native code; `"idle"`: the worker was no longer needed. */
      reason: "closed" | "crashed" | "hung" | "idle";
      error?: unknown;
    }
  | ({ type: "plugin-loaded"; loadMs: number; imageBytes: number } & PluginVersion)
  /**
   * The plugin, or one installation of it, has exceeded a budget. `"cpu"`: until `untilMs`, or longer if it keeps
   * computing for long, its calls share no worker with those of normal plugins. Other budgets: its calls wait while
   * other plugins are active.
   *
   * `"answers"`, `"fetches"`: one of its host calls has waited for more than a second for bytes for its answer, or
   * because too many fetches run; other plugins may hold them. Until `untilMs` (milliseconds since 1970) no other
   * event reports that.
   */
  | ({ type: "plugin-slow"; budget: BudgetName | BoundName; untilMs: number } & PluginVersion)
  /** The plugin hung or crashed a worker. */
  | ({ type: "plugin-struck"; strikes: number } & PluginVersion)
  /**
   * The plugin hung or crashed workers repeatedly and does not run until `untilMs` (milliseconds since
   * 1970).
   */
  | ({ type: "plugin-quarantined"; strikes: number; untilMs: number } & PluginVersion)
  /** A call continues in another worker. */
  | ({ type: "call-moved"; reason: MoveReason } & PluginVersion)
  | ({
      type: "call-ended";
      callId?: string;
      /** The sandbox's error code if the call failed. */
      code?: string;
      usage: CallUsage;
    } & PluginVersion);

/**
 * Why a call continues in another worker: its worker is blocked by a slow call, or has ended; or the call itself is
 * slow, and its plugin currently has only short slices in fast workers.
 */
export type MoveReason = "worker-blocked" | "worker-ended" | "slow";

/** Receives the events; errors that it throws are ignored. */
export type SandboxEventListener = (event: SandboxEvent) => void;

/** Wraps a listener so that it can be called anywhere, also during cleanup. */
export function safely(listener: SandboxEventListener | undefined): SandboxEventListener {
  if (listener === undefined) return () => {};
  return (event) => {
    try {
      listener(event);
    } catch {
      // An error in the host's metrics must not fail a plugin.
    }
  };
}
