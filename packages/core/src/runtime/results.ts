import type { ErrorReport } from "../types/errors.ts";
import type { CallUsage } from "../types/usage.ts";

/** How the run of one plugin on one message ended. */
export interface PluginRun {
  plugin: string;
  /**
   * `"invalid"`: the handler returned something that is no handler result. The next plugin gets the message, as after
   * `"passed"`, unless this one has sent something, as after `"failed"`.
   */
  status: "handled" | "passed" | "invalid" | "failed";
  /** Messages that the plugin has sent; each part of a long text is one. */
  sends: number;
  /** Milliseconds from the start of the run to its end. */
  durationMs: number;
  /** What the sandboxed plugin used; for a restarted run, what its last attempt used. */
  usage?: CallUsage;
  /** How often the run started again because a key that it had read was changed; absent when never. */
  restarts?: number;
  /** Sum of the credits that the host calls cost; absent when they cost none. */
  credits?: number;
  /** Only when failed. */
  error?: ErrorReport;
}

/** The result of a message. */
export interface DispatchResult {
  /** Slug of the plugin that handled it, or `null`. */
  handledBy: string | null;
  /** The plugins that ran on the message, in order. */
  runs: PluginRun[];
}
