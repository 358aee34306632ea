import { randomFillSync } from "node:crypto";
import {
  type CallSeed,
  type Clock,
  InvalidInputError,
  isMultiContext,
  type Platform,
  type SingleHandlerContext,
} from "@botwright/core";
import { DEFAULT_LIMITS } from "../limits.ts";
import type { CallLimits } from "../../protocol/call-limits.ts";

/**
 * Bytes of randomness fetched at once: asking the system for each call would cost more than the rest of the
 * call's start.
 */
const POOL_BYTES = 4096;
const KEY_BYTES = 32;
const SEED_BYTES = 4;

/** Draws the time and the randomness of each call. */
export function createCallSeeds(clock: Clock): () => CallSeed {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return () => {
    if (used + KEY_BYTES + SEED_BYTES > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const key = pool.toString("hex", used, used + KEY_BYTES);
    const seed = pool.readUInt32LE(used + KEY_BYTES);
    // Erased, so that later memory disclosures cannot reveal what a call has drawn.
    pool.fill(0, used, used + KEY_BYTES);
    used += KEY_BYTES + SEED_BYTES;
    return { now: clock.now(), seed, key };
  };
}

/** What the guest's context is made of. */
interface CallContext {
  /** Its services are not read: each is created at its first use. */
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
    msg,
    config,
    botDbId,
    userId,
    quotedMessage,
    messageId,
  };
}
