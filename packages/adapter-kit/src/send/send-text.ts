import {
  type PlatformAdapter,
  type SendOptions,
  type SendReceipt,
  splitText,
  type TextLimit,
} from "@botwright/core";

/** Options of {@link createSendText}. */
export interface SendTextOptions {
  /** What one message holds at most, or what cuts a text into such parts. */
  readonly limits: readonly TextLimit[] | ((text: string) => string[]);
  /** Keeps the order in a chat, and leaves out a task that has not begun when the signal aborts. */
  readonly run: (
    to: string,
    task: () => Promise<SendReceipt>,
    signal?: AbortSignal,
  ) => Promise<SendReceipt>;
  /**
   * Sends one part. The first has the options of the text; each later one has a key of its own, because parts
   * may be alike, and is a continuation.
   */
  readonly send: (to: string, part: string, options: SendOptions) => Promise<SendReceipt>;
}

/**
 * Makes an adapter's `sendText`: a text in which nothing can be seen is ignored, a long one goes out in parts, in order,
 * and the receipt is that of the last part. No part begins after the signal of its options has aborted. Half of a
 * surrogate pair, as a text has at its end that was cut by its length, becomes U+FFFD: Telegram refuses a text with one,
 * and WeCom its JSON.
 *
 * `createBot` splits texts by the limits that the adapter declares, so what it sends fits and goes out unchanged. A
 * text is split here for a program that uses an adapter alone, and where the wire has a limit that no
 * `TextLimit` can say.
 */
export function createSendText(options: SendTextOptions): PlatformAdapter["sendText"] {
  const { limits, run, send } = options;
  const split = typeof limits === "function" ? limits : (text: string) => splitText(text, limits);
  return async (to, text, given = {}) => {
    const parts = split(text.toWellFormed());
    if (parts.length === 0) return { status: "ignored" };
    const sendParts = async (): Promise<SendReceipt> => {
      let receipt: SendReceipt = { status: "ignored" };
      for (const [index, part] of parts.entries()) {
        given.signal?.throwIfAborted();
        receipt = await send(to, part, optionsOfPart(given, index));
      }
      return receipt;
    };
    return run(to, sendParts, given.signal);
  };
}

function optionsOfPart(options: SendOptions, index: number): SendOptions {
  if (index === 0) return options;
  const { idempotencyKey: key } = options;
  return {
    ...options,
    ...(key !== undefined && { idempotencyKey: `${key}#${index}` }),
    continuation: true,
  };
}
