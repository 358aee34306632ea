import type { ErrorReport } from "../types/errors.ts";
import type { CallUsage } from "../types/usage.ts";

/** How one plugin's turn at a message ended. */
export interface PluginRun {
  plugin: string;
  /**
   * `"invalid"`: it returned something that is no handler result; counts as passed, or as failed when
   * it has sent something.
   */
  status: "handled" | "passed" | "invalid" | "failed";
  /** Messages that it put into the chat: each part of a long text is one. */
  sends: number;
  /** Milliseconds from call to end. */
  durationMs: number;
  /** What it used, when it ran in a sandbox: its last attempt, if it was started again. */
  usage?: CallUsage;
  /** How often it was started again, because a key that it had read was changed; absent when never. */
  restarts?: number;
  /** Credits that its host calls were charged in sum, where they were charged any. */
  credits?: number;
  /** Only when failed. */
  error?: ErrorReport;
}

/** The result of a message. */
export interface DispatchResult {
  /** Slug of the plugin that handled it, or `null`. */
  handledBy: string | null;
  /** The plugins that had a turn, in order. */
  runs: PluginRun[];
}
