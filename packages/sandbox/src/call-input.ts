import { randomBytes, randomInt } from "node:crypto";
import {
  type CallStart,
  type Clock,
  type HandlerContext,
  type HostCallInterceptor,
  InvalidInputError,
} from "@botwright/core";

/** Takes the time and randomness of a call, or finds them in its journal. */
export async function beginCall(
  clock: Clock,
  intercept: HostCallInterceptor | undefined,
): Promise<CallStart> {
  const draw = async (): Promise<CallStart> => ({
    now: clock.now(),
    seed: randomInt(1, 2 ** 32),
    key: randomBytes(32).toString("hex"),
  });
  return intercept === undefined ? draw() : intercept("call.start", [], draw);
}

/**
 * The plain values of the context as JSON; the rest is asked for by host calls.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when they have no JSON
 */
export function encodeFrame(context: HandlerContext): string {
  try {
    return JSON.stringify(frameOf(context));
  } catch (cause) {
    const message = "the context's msg, config and quotedMessage must be values that JSON can hold";
    throw new InvalidInputError(message, { code: "INVALID_INPUT", cause });
  }
}

function frameOf(context: HandlerContext): object {
  const { bot, msg, config, botDbId, userId, quotedMessage, messageId, mediaBuffer } = context;
  return {
    platform: bot.platform,
    voice: bot.sendVoice !== undefined,
    media: mediaBuffer !== null,
    msg,
    config,
    botDbId,
    userId,
    quotedMessage,
    messageId,
  };
}
