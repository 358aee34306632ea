import {
  type PlatformAdapter,
  type SendOptions,
  type SendReceipt,
  splitText,
  type TextLimit,
} from "@botwright/core";

/** Options of {@link createSendText}. */
export interface SendTextOptions {
  /** The limits of one message, or a function that splits a text into messages. */
  readonly limits: readonly TextLimit[] | ((text: string) => string[]);
  /** Runs the tasks of a chat in order, and skips a task whose signal aborts before it has begun. */
  readonly run: (
    to: string,
    task: () => Promise<SendReceipt>,
    signal?: AbortSignal,
  ) => Promise<SendReceipt>;
  /**
   * Sends one part. The first part has the options of the text; each later one is a continuation, and has its own
   * idempotency key, because two parts may have the same text.
   */
  readonly send: (to: string, part: string, options: SendOptions) => Promise<SendReceipt>;
}

/**
 * Makes an adapter's `sendText`. It ignores a text without visible characters, splits a long one into parts, sends them
 * in order, and returns the receipt of the last part. It starts no part after the signal has aborted. It replaces a
 * lone surrogate (which a text has when it was cut by its length) by U+FFFD, because Telegram refuses such a text, and
 * WeCom its JSON.
 *
 * `createBot` already splits texts by the limits that the adapter declares, so they arrive here in fitting parts. This
 * function splits for a program that uses an adapter without `createBot`, and where the platform has a limit that no
 * `TextLimit` can express.
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
