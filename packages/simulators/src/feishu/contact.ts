import type { FeishuState } from "./state.ts";
import { FeishuError } from "./wire.ts";

/** `GET /contact/v3/users/:id`: a person's name, for apps with the permission. */
export function findUser(state: FeishuState, type: string, id: string): object {
  const person = state.chats.find(type, id);
  if (person === undefined) throw new FeishuError(41_012, "user id not exist or no authority");
  const { openId, unionId, name } = person;
  return { open_id: openId, union_id: unionId, ...(name !== "" && { name }) };
}
