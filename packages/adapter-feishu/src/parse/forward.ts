import { fieldsOf, KIND_LABELS, textOf } from "@botwright/adapter-kit";
import type { Identity } from "../parse.ts";
import { readContent } from "./content.ts";
import { FORWARD } from "../wire.ts";
import {
  isMessageObject,
  type MessageBody,
  type MessageList,
  type MessageSender,
} from "../wire/api.ts";

/** One message of a forward. */
export interface ForwardedMessage {
  /** The sender's open_id; `""` of an app. */
  readonly openId: string;
  /** `""` when the platform does not send it. */
  readonly name: string;
  readonly text: string;
}

/** The most messages of a forward that are read. */
const MAX_MESSAGES = 200;

/**
 * The messages of a forward in the answer of "get message", in their order; those of a forward in it
 * come in its place. Never throws.
 */
export function parseForward(data: unknown, id: string, bot: Identity): ForwardedMessage[] {
  const { items } = fieldsOf<MessageList>(data);
  const messages = Array.isArray(items) ? items.filter(isMessageObject) : [];
  const byUpperId = Map.groupBy(messages, (each) => textOf(each.upper_message_id));
  const found: ForwardedMessage[] = [];
  /** What is still to be read, the next one last. */
  const open = childrenOf(id).toReversed();
  // Each is read once, so that a forward that claims to be in itself comes to an end.
  const seen = new Set<unknown>(open);

  function childrenOf(upperId: string): typeof messages {
    return upperId === "" ? [] : (byUpperId.get(upperId) ?? []);
  }

  for (
    let next = open.pop();
    next !== undefined && found.length < MAX_MESSAGES;
    next = open.pop()
  ) {
    if (next.msg_type === FORWARD) {
      const inner = childrenOf(textOf(next.message_id)).filter((each) => !seen.has(each));
      for (const each of inner.toReversed()) {
        seen.add(each);
        open.push(each);
      }
      continue;
    }
    const sender = fieldsOf<MessageSender>(next.sender);
    const isBot = sender.id === bot.appId;
    const content = readContent({
      messageId: textOf(next.message_id),
      type: next.msg_type,
      content: textOf(fieldsOf<MessageBody>(next.body).content),
      mentions: next.mentions,
      botOpenId: bot.openId,
    });
    found.push({
      openId: sender.id_type === "open_id" ? textOf(sender.id) : "",
      name: textOf(sender.sender_name) || (isBot ? bot.name : ""),
      text: content?.text || KIND_LABELS[content?.type ?? "other"],
    });
  }
  return found;
}
