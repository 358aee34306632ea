import type { CallUsage } from "@botwright/core";
import type { BudgetName } from "./fairness/usage-account.ts";

/** A plugin's version: the same source has the same one. */
export interface PluginVersion {
  readonly slug: string;
  /** SHA-256 of the source in hexadecimal digits. */
  readonly version: string;
}

/** What happens in a sandbox, for a host's metrics and logs. */
export type SandboxEvent =
  | { type: "worker-started"; worker: number; startMs: number }
  | {
      type: "worker-ended";
      worker: number;
      /** `"hung"`: a plugin hung in native code; `"idle"`: it was one too many. */
      reason: "closed" | "crashed" | "hung" | "idle";
      error?: unknown;
    }
  | ({ type: "plugin-loaded"; loadMs: number; imageBytes: number } & PluginVersion)
  /**
   * It, or one installation of it, has used more than its budget. `"cpu"`: its calls no longer share
   * a worker with those of others. For the other budgets its calls wait, as long as other plugins
   * are there. `untilMs`: milliseconds since 1970.
   */
  | ({ type: "plugin-slow"; budget: BudgetName; untilMs: number } & PluginVersion)
  /** It hung or crashed a worker. */
  | ({ type: "plugin-struck"; strikes: number } & PluginVersion)
  /** It hung or crashed workers repeatedly: it is not run until then (milliseconds since 1970). */
  | ({ type: "plugin-quarantined"; strikes: number; untilMs: number } & PluginVersion)
  /** A call goes on in another worker, because its own has ended or is taken by a slow call. */
  | ({ type: "call-moved"; reason: "worker-blocked" | "worker-ended" } & PluginVersion)
  | ({
      type: "call-ended";
      callId?: string;
      /** A code of the sandbox when it failed. */
      code?: string;
      usage: CallUsage;
    } & PluginVersion);

/** Takes the events; what it throws is dropped. */
export type SandboxEventListener = (event: SandboxEvent) => void;

/** A listener that can be called from anywhere, also in the middle of clearing up. */
export function safely(listener: SandboxEventListener | undefined): SandboxEventListener {
  if (listener === undefined) return () => {};
  return (event) => {
    try {
      listener(event);
    } catch {
      // A host's metrics must not take its plugins down.
    }
  };
}
