import { createKeyedQueue, createSendText, safeFilename, textOf } from "@botwright/adapter-kit";
import type { PlatformAdapter, SendOptions, SendReceipt, TextLimit } from "@botwright/core";
import type { PigeonApi } from "./api.ts";

/** What one message holds at most. */
export const TEXT_LIMITS: readonly TextLimit[] = [{ unit: "utf16", max: 1000 }];

/** Creates the sends; those to one chat go out one after the other. */
export function createSender(api: PigeonApi): Pick<PlatformAdapter, "sendText" | "sendFile"> {
  const { run } = createKeyedQueue();

  async function send(content: object, options: SendOptions): Promise<SendReceipt> {
    const { contextToken, continuation = false } = options;
    const json = { ...content, ...(!continuation && { answers: contextToken }) };
    // A repeat would show the message twice: a lost answer is reported as `deliveryUnknown`.
    const { id } = await api.call("/v1/messages", { json, nonIdempotent: true });
    return { status: "sent", id: textOf(id) };
  }

  return {
    sendText: createSendText({
      limits: TEXT_LIMITS,
      run,
      send: (to, text, options) => send({ to, text }, options),
    }),
    sendFile: (to, bytes, name, options = {}) => {
      const uploadAndSend = async (): Promise<SendReceipt> =>
        send({ to, file: await api.upload(bytes, safeFilename(name)) }, options);
      return run(to, uploadAndSend, options.signal);
    },
  };
}
