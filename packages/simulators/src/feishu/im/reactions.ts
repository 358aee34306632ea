import { randomBytes } from "node:crypto";
import { isRecord } from "../../http/http.ts";
import type { StoredMessage, Reaction } from "../chats.ts";
import type { FeishuState } from "../state.ts";
import { bad, CODES, FeishuError } from "../wire.ts";

/** Milliseconds for which a reaction is shown: it stays until it is removed. */
const FOREVER_MS = 1e12;
/** The most reactions on one page of a list. */
const MAX_PAGE = 50;

/** `POST /im/v1/messages/:id/reactions` */
export function addReaction(state: FeishuState, id: string, body: Record<string, unknown>): object {
  const kept = find(state, id);
  const { reaction_type: given } = body;
  const type = isRecord(given) ? given["emoji_type"] : undefined;
  if (typeof type !== "string" || type === "") {
    throw new FeishuError(231001, "reaction type is invalid.");
  }
  const reactionId = randomBytes(24).toString("base64url");
  const reaction = { type, at: state.now() };
  kept.reactions.set(reactionId, reaction);
  if (type === "Typing") state.typing.show(kept.user, type, FOREVER_MS);
  return view(state, reactionId, reaction);
}

/** `DELETE /im/v1/messages/:id/reactions/:reaction_id` */
export function removeReaction(state: FeishuState, id: string, reactionId: string): object {
  const kept = find(state, id);
  const reaction = kept.reactions.get(reactionId);
  if (reaction === undefined)
    throw new FeishuError(231007, "no permission to delete this reaction");
  kept.reactions.delete(reactionId);
  if (reaction.type === "Typing") state.typing.end(kept.user, "cancelled");
  return view(state, reactionId, reaction);
}

/** `GET /im/v1/messages/:id/reactions` */
export function listReactions(state: FeishuState, id: string, query: URLSearchParams): object {
  const wanted = query.get("reaction_type");
  const size = Number(query.get("page_size") ?? MAX_PAGE);
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE) {
    throw bad("page_size must be from 1 to 50");
  }
  const items = [...find(state, id).reactions]
    .filter(([, { type }]) => wanted === null || wanted === type)
    .map(([reactionId, reaction]) => view(state, reactionId, reaction));
  return { items: items.slice(0, size), has_more: items.length > size, page_token: "" };
}

function find(state: FeishuState, id: string): StoredMessage {
  const kept = state.chats.message(id);
  if (kept === undefined || kept.recalled) {
    throw new FeishuError(CODES.noMessage, "The message is not found, or it was withdrawn");
  }
  return kept;
}

function view(state: FeishuState, reactionId: string, { type, at }: Reaction): object {
  return {
    reaction_id: reactionId,
    operator: { operator_id: state.appId, operator_type: "app" },
    action_time: String(at),
    reaction_type: { emoji_type: type },
  };
}
