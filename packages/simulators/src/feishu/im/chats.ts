import { type FeishuState, TENANT } from "../state.ts";
import { CODES, FeishuError } from "../wire.ts";

/** `GET /im/v1/chats/:id`: a person's private chat with the bot. */
export function getChat(state: FeishuState, id: string): object {
  if (state.chats.find("chat_id", id) === undefined) {
    throw new FeishuError(CODES.noChat, "Your chat_id is invalid");
  }
  return {
    avatar: "",
    name: "",
    description: "",
    chat_mode: "p2p",
    chat_type: "private",
    chat_status: "normal",
    external: false,
    tenant_key: TENANT,
    user_count: "1",
    bot_count: "1",
  };
}
