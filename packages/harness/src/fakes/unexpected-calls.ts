import { HarnessError } from "../errors.ts";

/** Calls for which a fake had no answer, until a test reads them. */
export interface UnexpectedCalls {
  /** Makes the error for such a call; the test fails with this text when its turn has ended. */
  refuse(what: string, advice: string): HarnessError;
  /** Throws the first refusal since the last call of this method. @throws {HarnessError} `NOT_SCRIPTED` */
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
