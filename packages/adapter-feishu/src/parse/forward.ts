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
  /** The sender's open_id; `""` for an app. */
  readonly openId: string;
  /** `""` when the platform does not send it. */
  readonly name: string;
  readonly text: string;
}

/** The most messages of a forward that are read, including nested forwards. */
const MAX_MESSAGES = 200;

/**
 * Reads the messages of a forward from an answer of "get message", in order; the messages of a nested forward
 * stand in its place. Never throws.
 */
export function parseForward(data: unknown, id: string, bot: Identity): ForwardedMessage[] {
  const { items } = fieldsOf<MessageList>(data);
  const messages = Array.isArray(items) ? items.filter(isMessageObject) : [];
  const byUpperId = Map.groupBy(messages, (each) => textOf(each.upper_message_id));
  const found: ForwardedMessage[] = [];
  /** A stack of the messages to read; the next one is last. */
  const open = takeChildren(id).toReversed();

  /**
   * Takes the messages of a forward out of the map, so that each is read once: a forward that
   * claims to contain itself ends, and many with the same id cost no more than one.
   */
  function takeChildren(upperId: string): typeof messages {
    const children = upperId === "" ? [] : (byUpperId.get(upperId) ?? []);
    byUpperId.delete(upperId);
    return children;
  }

  for (let read = 0; read < MAX_MESSAGES; read++) {
    const next = open.pop();
    if (next === undefined) break;
    if (next.msg_type === FORWARD) {
      for (const each of takeChildren(textOf(next.message_id)).toReversed()) open.push(each);
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
