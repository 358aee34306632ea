import { BotwrightError } from "@botwright/core";

/** The codes of a {@link HarnessError}. */
export type HarnessErrorCode =
  /** A plugin called a fake for which the test has defined no answer. */
  | "NOT_SCRIPTED"
  | "PLUGIN_FILE_NOT_FOUND"
  /** TypeScript, or a plugin of several files, could not be made into one file. */
  | "PLUGIN_BUILD_FAILED"
  /** A plugin's file is written in another encoding, of which a text would have other characters. */
  | "PLUGIN_NOT_UTF8"
  | "HARNESS_CLOSED"
  /** The operation needs `runIn: "sandbox"`. */
  | "NEEDS_SANDBOX"
  /** The platform cannot bring such a message. */
  | "NOT_ON_THIS_PLATFORM"
  | "EXPECTATION_FAILED"
  /** A written conversation has a line that cannot be read. */
  | "INVALID_CONVERSATION"
  | "NOTHING_RECORDED";

/** The test is wrong, or an expectation failed. */
export class HarnessError extends BotwrightError {
  override readonly name = "HarnessError";

  constructor(code: HarnessErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { code, ...options });
  }
}
