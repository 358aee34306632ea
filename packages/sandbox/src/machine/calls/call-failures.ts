import type { GuestLimits } from "../../protocol/call-messages.ts";
import type { Failure } from "../../protocol/errors.ts";
import { parseThrown, toFailure, toLoadFailure } from "./guest-errors.ts";
import type { GuestCall } from "./guest-call.ts";

/**
 * The failure of a call that can no longer succeed; undefined while it can continue.
 *
 * A broken limit takes precedence over the result, which may have broken it, for example by its size. A
 * call that has not settled and waits for no answer can never settle, because only an answer of the host
 * can run guest code again.
 */
export function failureOf({
  breach,
  settled,
  memoryFull,
  outstanding,
}: GuestCall): Failure | undefined {
  if (breach !== undefined) return breach;
  if (settled !== undefined) {
    return settled.ok ? undefined : toFailure(parseThrown(settled.json), memoryFull);
  }
  return outstanding.size === 0 ? neverSettled(memoryFull) : undefined;
}

/** The failure of loading a file, which cannot wait for the host; undefined if it succeeded. */
export function loadFailureOf({ breach, settled, memoryFull }: GuestCall): Failure | undefined {
  if (breach !== undefined) return breach;
  if (settled === undefined) return neverSettled(memoryFull);
  return settled.ok ? undefined : toLoadFailure(parseThrown(settled.json), memoryFull);
}

/**
 * The failure of a call that waits for nothing. If it was refused memory, that is reported as the more
 * likely cause.
 */
function neverSettled(memoryFull: boolean): Failure {
  if (memoryFull) return toFailure(undefined, true);
  return {
    code: "PLUGIN_NEVER_SETTLED",
    message:
      "the plugin waits for something that can never happen: a promise that nothing resolves",
  };
}

/**
 * The failure of a file that leaves too much memory behind. The image's size is limited because workers
 * keep the image and every call restores it.
 */
export function imageTooLarge({ imageBytes }: GuestLimits): Failure {
  const advice = "build large tables inside of the handler, or ask for a higher limit imageBytes";
  return {
    code: "SANDBOX_IMAGE_LIMIT",
    message: `the file leaves more than ${imageBytes} bytes in the machine: ${advice}`,
  };
}
