import { randomBytes } from "node:crypto";
import { SimulatorError } from "../errors.ts";
import { isRecord } from "../http/http.ts";
import { type DingtalkState, personOf, type QuotableMessage } from "./state.ts";
import { type DingtalkObject, ROBOT_ID } from "./wire.ts";

/** Names the quoted message: the chat's newest with this text (and author, if given), or the one with this id. */
export type DingtalkQuote = (
  | { readonly text: string; readonly from?: string }
  | { readonly id: string }
) & {
  /**
   * The form in which DingTalk quotes a text: under the key `content` instead of `text`, sealed, or by ids
   * only.
   * @default under `text`
   */
  readonly as?: "content" | "sealed" | "ids";
};

/** Stores a message, so that a later one can quote it. */
export function rememberMessage(
  state: DingtalkState,
  message: QuotableMessage,
  msgId: string = newMsgId(),
): void {
  state.messages.set(msgId, message);
}

/** Makes a message id, which is not a number. */
export function newMsgId(): string {
  return `msg${randomBytes(16).toString("base64")}`;
}

/** The fields of an answer: those next to its text, and those of the whole body. */
export function quoteFields(
  state: DingtalkState,
  chat: string,
  quote: DingtalkQuote,
): { readonly content: DingtalkObject; readonly body: DingtalkObject } {
  const [msgId, quoted] = find(state, chat, quote);
  const { from, processQueryKey } = quoted;
  const repliedMsg =
    quote.as === "ids"
      ? { msgId }
      : {
          msgType: quoted.msgtype ?? "text",
          msgId,
          createdAt: state.now(),
          senderId: from === undefined ? ROBOT_ID : personOf(state, from).hiddenId,
          content: contentOf(quoted, quote.as),
        };
  return {
    content: { isReplyMsg: true, repliedMsg },
    body: {
      originalMsgId: msgId,
      ...(processQueryKey !== undefined && { originalProcessQueryKey: processQueryKey }),
    },
  };
}

/** The chat's newest message with this text, otherwise a made-up earlier one; or exactly the one with this id. */
function find(
  { messages }: DingtalkState,
  chat: string,
  quote: DingtalkQuote,
): readonly [msgId: string, message: QuotableMessage] {
  if ("id" in quote) {
    const known = messages.get(quote.id);
    if (known !== undefined) return [quote.id, known];
    throw new SimulatorError("INVALID_INPUT", "No message has the quoted id.");
  }
  const { text, from } = quote;
  const known = [...messages].findLast(
    ([, one]) =>
      one.chat === chat && one.text === text && (from === undefined || one.from === from),
  );
  return known ?? [newMsgId(), { text, chat, ...(from !== undefined && { from }) }];
}

/** Rewrites the content for a quote, because a quoted message has other keys than a pushed one. */
function contentOf(
  { text, msgtype = "text", content = {} }: QuotableMessage,
  as: unknown,
): DingtalkObject {
  const { downloadCode, recognition, fileName } = content;
  switch (msgtype) {
    case "picture":
    case "video":
      return { downloadCode };
    case "audio":
      return { downloadCode, recognition };
    case "file":
      return { fileName, downloadCode };
    case "richText":
      return { richText: partsOf(content["richText"]) };
    default: {
      const written = as === "sealed" ? `${Buffer.from(text).toString("base64")}||1||2||16` : text;
      return as === "content" ? { content: written } : { text: written };
    }
  }
}

function partsOf(parts: unknown): DingtalkObject[] {
  if (!Array.isArray(parts)) return [];
  return parts
    .filter(isRecord)
    .map(({ text, downloadCode }) =>
      downloadCode === undefined
        ? { msgType: "text", content: text }
        : { msgType: "picture", downloadCode },
    );
}
