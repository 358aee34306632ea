import { InvalidInputError } from "@botwright/core";
import type { HostAnswer } from "./call-messages.ts";

/** Does a host call that has been found right; tells when its turn among the answers has come. */
export type PreparedHostCall = (
  onSettled: (at: number) => void,
) => Promise<Pick<HostAnswer, "json" | "bytes">>;

/** The error of an argument of the wrong type, which the guest is told. */
export function invalidArgument(path: string, expected: string): InvalidInputError {
  return new InvalidInputError(`${path} must be ${expected}`, { code: "INVALID_ARGUMENT" });
}
