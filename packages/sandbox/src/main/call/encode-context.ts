import {
  InvalidInputError,
  isMultiContext,
  type Platform,
  type SingleHandlerContext,
} from "@botwright/core";
import { DEFAULT_LIMITS } from "../limits.ts";
import type { CallLimits } from "../../protocol/call-limits.ts";

/** The data for the guest's context. */
interface CallContext {
  /** The encoder does not read its services, because each is created at its first use. */
  readonly context: SingleHandlerContext;
  readonly platform: Platform;
  /** Whether the guest may read the message's medium. */
  readonly hasMedia: boolean;
}

/**
 * Encodes the plain values of the context as JSON; the guest reaches everything else by host calls.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a value has no JSON
 */
export function encodeContext(
  given: CallContext,
  { openHostCalls, hostCalls }: Pick<CallLimits, "openHostCalls" | "hostCalls">,
): string {
  const isUsual =
    openHostCalls === DEFAULT_LIMITS.openHostCalls && hostCalls === DEFAULT_LIMITS.hostCalls;
  try {
    const snapshot = snapshotOf(given);
    return JSON.stringify(
      isUsual ? snapshot : { ...snapshot, hostCalls: [openHostCalls, hostCalls] },
    );
  } catch (cause) {
    const message = "the context's msg, config and quotedMessage must be values that JSON can hold";
    throw new InvalidInputError(message, { code: "INVALID_INPUT", cause });
  }
}

function snapshotOf({ context, platform, hasMedia }: CallContext): object {
  const { msg, config, botDbId, userId, quotedMessage, messageId } = context;
  return {
    platform,
    variant: isMultiContext(context) ? "multi" : "single",
    media: hasMedia,
    context: { msg, config, botDbId, userId, quotedMessage, messageId },
  };
}
