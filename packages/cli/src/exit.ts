import { BotwrightError } from "@botwright/core";

/** The exit codes of the command. */
export const EXIT = {
  /** Success. */
  ok: 0,
  /** The command found a problem, or failed. */
  failed: 1,
  /** The command line is invalid: its arguments, or the files that it names. */
  usage: 2,
  /** Ended by Ctrl-C (128 + SIGINT). */
  interrupted: 130,
} as const;

/** The exit code of a process. */
export type ExitCode = number;

/** The command line names something that does not exist. The message says what to write instead. */
export class UsageError extends BotwrightError {
  override readonly name = "UsageError";

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { code: "USAGE", ...options });
  }
}

/** A host would refuse the plugin's file. The message says what is wrong with it. */
export class PluginRefusedError extends BotwrightError {
  override readonly name = "PluginRefusedError";

  constructor(message: string) {
    super(message, { code: "PLUGIN_REFUSED" });
  }
}
