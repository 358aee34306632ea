import { PluginError } from "@botwright/core";

/** File name of a plugin inside of the machine; shown to people as `<slug>.js`. */
export const PLUGIN_FILE = "plugin.js";

/** The codes of the errors with which loading or calling a plugin can end. */
export type SandboxErrorCode =
  | "ABORTED"
  | "PLUGIN_ERROR"
  | "PLUGIN_IMPORT_REFUSED"
  | "PLUGIN_INVALID_RESULT"
  | "PLUGIN_META_MISMATCH"
  | "PLUGIN_NEVER_SETTLED"
  | "PLUGIN_NO_HANDLER"
  | "PLUGIN_SYNTAX_ERROR"
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
  | "SANDBOX_WALL_LIMIT"
  | "SANDBOX_WORKER_LOST";

/** A failure on its way from the worker: what a `PluginError` is made from. */
export interface Failure {
  readonly code: SandboxErrorCode;
  readonly message: string;
  /** The guest's stack, as the engine wrote it. */
  readonly stack?: string;
}

/** Whether a call ended because it used more than it may: some work was done for nothing. */
export function isBrokenLimit({ code }: Failure): boolean {
  return code.startsWith("SANDBOX_") && code.endsWith("_LIMIT") && code !== "SANDBOX_WALL_LIMIT";
}

/** Makes the error that people see: the stack has the plugin's own lines, by `<slug>.js`. */
export function toPluginError(slug: string, failure: Failure): PluginError {
  const error = new PluginError(failure.message, { code: failure.code });
  const lines = (failure.stack ?? "").split("\n").filter((line) => line.includes(PLUGIN_FILE));
  const stack = lines.map((line) => `\n    ${line.trim().replace(PLUGIN_FILE, `${slug}.js`)}`);
  error.stack = `${error.name}: ${failure.message}${stack.join("")}`;
  return error;
}
