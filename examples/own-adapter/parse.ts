import { toMessageId, toQuoteFields } from "@botwright/adapter-kit";
import type { IncomingMessage } from "@botwright/core";
import type { PigeonEvent } from "./wire.ts";

/** An event as every platform's messages look; no clock, no network. */
export function parseEvent(event: PigeonEvent, botId: string): IncomingMessage {
  const { id, from, text, sent_at: seconds, file, answers } = event;
  return {
    id,
    message: {
      type: file === undefined ? "text" : "file",
      text,
      from: from.id,
      to: botId,
      timestamp: seconds * 1000,
      contextToken: id,
      messageId: toMessageId(id),
      ...(file !== undefined && {
        file: {
          file_name: file.name,
          len: file.size,
          md5: "",
          media: { encrypt_query_param: file.id },
        },
      }),
      ...(answers !== undefined &&
        toQuoteFields({ title: answers.from.name, text: answers.text, item: answers }, text)),
      raw: { ...event },
    },
  };
}
