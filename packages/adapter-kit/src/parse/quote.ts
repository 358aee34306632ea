import type { MessageType, ParsedMessage, QuotedMessage } from "@botwright/core";

/** The label of a quoted message without text, by its kind. */
export const KIND_LABELS: Readonly<Record<MessageType | "other", string>> = {
  text: "[消息]",
  image: "[图片]",
  voice: "[语音]",
  video: "[视频]",
  file: "[文件]",
  other: "[消息]",
};

/** The facts of a quoted message. */
export interface QuoteSource {
  /** The name of its sender; `""` when unknown. */
  title: string;
  /** Its text, or a label of {@link KIND_LABELS}; `undefined` when the adapter cannot find the message. */
  text: string | undefined;
  /** The message as the platform wrote it. */
  item: unknown;
}

/**
 * Makes the two fields of a message that answers another one.
 *
 * @example
 * const quote = toQuoteFields({ title: "Robin", text: "three o'clock?", item: {} }, "yes");
 * console.log(quote.quotedMessage.text); // "Robin | three o'clock?"
 * console.log(quote.textWithQuote); // "[引用: three o'clock?]\nyes"
 */
export function toQuoteFields(
  source: QuoteSource,
  userText: string,
): { quotedMessage: QuotedMessage } & Pick<ParsedMessage, "textWithQuote"> {
  const { title, text, item } = source;
  if (text === undefined) return { quotedMessage: { title, item, text: "" } };
  return {
    quotedMessage: { title, item, text: title === "" ? text : `${title} | ${text}` },
    textWithQuote: `[引用: ${text}]\n${userText}`,
  };
}
