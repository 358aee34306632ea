import { InvalidInputError } from "@botwright/core";
import type { HostAnswer } from "../../protocol/call-messages.ts";

/** Makes the answer out of what a host call has given: a step of its own, for it may be large. */
export type Encode = () => Pick<HostAnswer, "json" | "bytes">;

/** Does a host call that has been found right; tells when its turn among the answers has come. */
export type PreparedHostCall = (onSettled: (at: number) => void) => Promise<Encode>;

/** The error of an argument of the wrong type, which the guest is told. */
export function invalidArgument(path: string, expected: string): InvalidInputError {
  return new InvalidInputError(`${path} must be ${expected}`, { code: "INVALID_ARGUMENT" });
}
