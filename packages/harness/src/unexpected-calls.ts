import { HarnessError } from "./errors.ts";

/** What fakes were asked for and had no answer to, until somebody reads it. */
export interface UnexpectedCalls {
  /** Refuses what was asked for; the test fails with this text when its turn has ended. */
  refuse(what: string, advice: string): HarnessError;
  /** Throws the first refusal since the last time. @throws {HarnessError} `NOT_SCRIPTED` */
  check(): void;
}

/** Makes a {@link UnexpectedCalls}. */
export function createUnexpectedCalls(): UnexpectedCalls {
  let first: HarnessError | undefined;
  return {
    refuse(what, advice) {
      const error = new HarnessError("NOT_SCRIPTED", `The plugin asked for ${what}. ${advice}`);
      first ??= error;
      return error;
    },
    check() {
      const error = first;
      first = undefined;
      if (error !== undefined) throw error;
    },
  };
}
