import type { StoredMessage } from "../chats.ts";
import { readContent } from "./content.ts";
import { assertExists, assertSize, findMessage } from "./messages.ts";
import type { FeishuState } from "../state.ts";
import { bad, CODES, FeishuError } from "../wire.ts";

/** `PUT /im/v1/messages/:id`: replaces a text or post of the bot. */
export function editMessage(state: FeishuState, id: string, body: Record<string, unknown>): object {
  const kept = findOwn(state, id, "edit");
  const { msg_type: type } = body;
  if (type !== "text" && type !== "post") throw bad("msg_type must be text or post");
  if (!["text", "post"].includes(kept.message.msg_type)) {
    throw new FeishuError(CODES.notEditable, "This message type does not support editing");
  }
  assertSize(type, body);
  return replace(state, kept, type, body["content"]);
}

/** `PATCH /im/v1/messages/:id`: replaces the content of a card of the bot. */
export function patchCard(state: FeishuState, id: string, body: Record<string, unknown>): object {
  const kept = findOwn(state, id, "patch");
  if (kept.message.msg_type !== "interactive") throw bad("This message is NOT a card");
  assertSize("interactive", body);
  replace(state, kept, "interactive", body["content"]);
  return {};
}

/** `DELETE /im/v1/messages/:id`: recalls a message of the bot. */
export function recallMessage(state: FeishuState, id: string): object {
  const kept = findOwn(state, id, "recall");
  kept.recalled = true;
  state.sent.change(id, { shown: false });
  return {};
}

/** @throws FeishuError when the message was recalled, or is not the bot's */
function findOwn(state: FeishuState, id: string, call: string): StoredMessage {
  const kept = findMessage(state, id);
  assertExists(state, kept, call, CODES.recalled);
  if (kept.message.sender.id === state.appId) return kept;
  throw new FeishuError(CODES.otherSender, "The operator is NOT the sender of the message");
}

function replace(state: FeishuState, kept: StoredMessage, type: string, content: unknown): object {
  if (typeof content !== "string") throw bad("content is required; it is a JSON string");
  const shown = readContent(state, type, content);
  const at = String(state.now());
  const { message } = kept;
  kept.message = { ...message, msg_type: type, updated: true, update_time: at, body: { content } };
  kept.text = shown.text;
  state.sent.change(message.message_id, shown);
  return kept.message;
}
