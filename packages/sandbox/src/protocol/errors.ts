/**
 * The failures of loads and calls, shared by both threads. Kept small, because importing more would double
 * a worker's start time.
 *
 * @module
 */

/** File name of a plugin inside the machine; error messages show `<slug>.js` instead. */
export const PLUGIN_FILE = "plugin.js";

/** The error codes with which loading or calling a plugin can fail. */
export type SandboxErrorCode =
  | "ABORTED"
  | "PLUGIN_ERROR"
  | "PLUGIN_IMPORT_REFUSED"
  | "PLUGIN_INVALID_RESULT"
  | "PLUGIN_META_MISMATCH"
  | "PLUGIN_NEVER_SETTLED"
  | "PLUGIN_NO_HANDLER"
  | "PLUGIN_SYNTAX_ERROR"
  | "PLUGIN_TIMEOUT"
  | "PLUGIN_TOO_LARGE"
  | "PLUGIN_QUARANTINED"
  | "SANDBOX_CLOSED"
  | "SANDBOX_CONSOLE_LIMIT"
  | "SANDBOX_CPU_LIMIT"
  | "SANDBOX_FETCH_LIMIT"
  | "SANDBOX_HOST_CALL_LIMIT"
  | "SANDBOX_IMAGE_LIMIT"
  | "SANDBOX_JOB_LIMIT"
  | "SANDBOX_MEMORY_LIMIT"
  | "SANDBOX_SEND_LIMIT"
  | "SANDBOX_TIMER_LIMIT"
  | "SANDBOX_TRANSFER_LIMIT"
  | "SANDBOX_WORKER_LOST";

/** A failure as it crosses from the worker; the main thread creates a `PluginError` from it. */
export interface Failure {
  readonly code: SandboxErrorCode;
  readonly message: string;
  /** The guest's stack as the engine wrote it. */
  readonly stack?: string;
  /** The thrown value, when it has no stack. */
  readonly thrown?: { readonly kind: string; readonly text: string };
}

/** The failure of every request to a closed sandbox. */
export const CLOSED: Failure = { code: "SANDBOX_CLOSED", message: "the sandbox is closed" };

/**
 * What a failed task damaged in addition. `machine`: its machine is in an undefined state, so that the
 * worker creates another one for the next task. `worker`: an error occurred in the worker while it ran the task.
 */
export type Damage = "machine" | "worker";

/** Whether a call ended because it exceeded a limit. */
export function isBrokenLimit(code: string): boolean {
  return code.startsWith("SANDBOX_") && code.endsWith("_LIMIT");
}
