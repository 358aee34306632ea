import {
  isObject,
  numberOf,
  objectOf,
  textOf,
  toMessageId,
  toQuoteFields,
} from "@botwright/adapter-kit";
import type { IncomingMessage } from "@botwright/core";
import type { PigeonEvent } from "./wire.ts";

/** An event as a message, or `null` when it is no message of a person. Pure, and never throws. */
export function parseEvent(event: PigeonEvent, botId: string): IncomingMessage | null {
  const { id, file, answers: item } = event;
  const from = textOf(objectOf(event["from"])["id"]);
  const text = textOf(event["text"]);
  if (from === "") return null;
  const quote = isObject(item) && {
    title: textOf(objectOf(item["from"])["name"]),
    text: textOf(item["text"]),
    item,
  };
  return {
    id,
    message: {
      type: isObject(file) ? "file" : "text",
      text,
      from,
      to: botId,
      timestamp: numberOf(event["sent_at"]) * 1000,
      contextToken: id,
      messageId: toMessageId(id),
      ...(isObject(file) && {
        file: {
          file_name: textOf(file["name"]),
          len: numberOf(file["size"]),
          md5: "",
          media: { encrypt_query_param: textOf(file["id"]) },
        },
      }),
      ...(quote && toQuoteFields(quote, text)),
      raw: { ...event },
    },
  };
}
