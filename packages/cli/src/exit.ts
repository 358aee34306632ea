import { BotwrightError } from "@botwright/core";

/** How a command can end. */
export const EXIT = {
  /** All is well. */
  ok: 0,
  /** Something was found, or failed. */
  failed: 1,
  /** The command line is invalid: its words, or the files that it names. */
  usage: 2,
  /** Ended by Ctrl-C. */
  interrupted: 130,
} as const;

/** The exit code of a process. */
export type ExitCode = number;

/** The command line asks for what there is not. The message says what to write instead. */
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
