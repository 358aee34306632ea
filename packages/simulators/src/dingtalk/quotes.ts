import { randomBytes } from "node:crypto";
import { SimulatorError } from "../errors.ts";
import { isRecord } from "../http.ts";
import { type DingTalkState, personOf } from "./state.ts";
import { type DingTalkMessageType, type DingTalkObject, ROBOT_ID } from "./wire.ts";

/** A message of the chat, as an answer to it has to tell it. */
export interface Said {
  readonly text: string;
  /** The staff id of the person whose chat it is. */
  readonly chat: string;
  /** The author's staff id; unset for the robot. */
  readonly from?: string;
  /** @default "text" */
  readonly msgtype?: DingTalkMessageType;
  /** As it was pushed. @default the text */
  readonly content?: DingTalkObject;
  /** Of the robot's send by batchSend; what it says by a session has none. */
  readonly processQueryKey?: string;
}

/** The message that is answered: the chat's newest by its text, of one author if named; or by its id. */
export type DingTalkQuote = (
  | { readonly text: string; readonly from?: string }
  | { readonly id: string }
) & {
  /**
   * How DingTalk tells a text: under the `content` key instead of `text`, sealed, or by ids only.
   * @default under `text`
   */
  readonly as?: "content" | "sealed" | "ids";
};

/** Keeps what was said, for answers to it. */
export function keepSaid(state: DingTalkState, said: Said, msgId: string = newMsgId()): void {
  state.said.set(msgId, said);
}

/** The id of a message, which is no number. */
export function newMsgId(): string {
  return `msg${randomBytes(16).toString("base64")}`;
}

/** The fields of an answer: those beside its words, and those of the whole body. */
export function quoteFields(
  state: DingTalkState,
  chat: string,
  quote: DingTalkQuote,
): { readonly content: DingTalkObject; readonly body: DingTalkObject } {
  const [msgId, said] = find(state, chat, quote);
  const { from, processQueryKey } = said;
  const repliedMsg =
    quote.as === "ids"
      ? { msgId }
      : {
          msgType: said.msgtype ?? "text",
          msgId,
          createdAt: state.now(),
          senderId: from === undefined ? ROBOT_ID : personOf(state, from).hiddenId,
          content: contentOf(said, quote.as),
        };
  return {
    content: { isReplyMsg: true, repliedMsg },
    body: {
      originalMsgId: msgId,
      ...(processQueryKey !== undefined && { originalProcessQueryKey: processQueryKey }),
    },
  };
}

/** The chat's newest message with this text, else one from before; or exactly the one by its id. */
function find(
  { said }: DingTalkState,
  chat: string,
  quote: DingTalkQuote,
): readonly [msgId: string, said: Said] {
  if ("id" in quote) {
    const known = said.get(quote.id);
    if (known !== undefined) return [quote.id, known];
    throw new SimulatorError("INVALID_INPUT", "Nobody has sent the message that is quoted.");
  }
  const { text, from } = quote;
  const known = [...said].findLast(
    ([, one]) =>
      one.chat === chat && one.text === text && (from === undefined || one.from === from),
  );
  return known ?? [newMsgId(), { text, chat, ...(from !== undefined && { from }) }];
}

/** A quoted message has other keys than it had when it was pushed. */
function contentOf({ text, msgtype = "text", content = {} }: Said, as: unknown): DingTalkObject {
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
      const said = as === "sealed" ? `${Buffer.from(text).toString("base64")}||1||2||16` : text;
      return as === "content" ? { content: said } : { text: said };
    }
  }
}

function partsOf(parts: unknown): DingTalkObject[] {
  if (!Array.isArray(parts)) return [];
  return parts
    .filter(isRecord)
    .map(({ text, downloadCode }) =>
      downloadCode === undefined
        ? { msgType: "text", content: text }
        : { msgType: "picture", downloadCode },
    );
}
