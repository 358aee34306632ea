import type { DingtalkState } from "../state.ts";
import { ApiError, type DingtalkObject } from "../wire.ts";

const MAX_KEYS = 20;
/** The time in which a message can be recalled: one day, in milliseconds. */
const RECALL_MS = 24 * 3_600_000;

/** Marks all earlier messages of the robot as read by a person, who has just written. */
export function markRead(state: DingtalkState, user: string): void {
  for (const { users, readAt } of state.delivered.values()) {
    if (users.includes(user) && !readAt.has(user)) readAt.set(user, state.now());
  }
}

/**
 * Recalls messages of batchSend, so that people do not see them any more.
 *
 * @throws ApiError for invalid keys, or too many
 */
export function batchRecall(state: DingtalkState, fields: DingtalkObject): DingtalkObject {
  const given = fields["processQueryKeys"];
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_KEYS) {
    throw invalid("processQueryKeys must be 1 to 20 keys");
  }
  const keys: readonly unknown[] = given;
  const successResult: string[] = [];
  const failedResult: Record<string, string> = {};
  for (const key of keys) {
    const name = String(key);
    const message = state.delivered.get(name);
    if (message === undefined) failedResult[name] = "the key is not known";
    else if (state.now() - message.at > RECALL_MS) failedResult[name] = "the message is too old";
    else {
      message.isRecalled = true;
      state.sent.change(name, { shown: false });
      successResult.push(name);
    }
  }
  return { successResult, failedResult };
}

/** Lists who has read a message of batchSend. @throws ApiError for an unknown key */
export function readStatus(state: DingtalkState, query: URLSearchParams): DingtalkObject {
  const message = state.delivered.get(query.get("processQueryKey") ?? "");
  if (message === undefined) throw invalid("processQueryKey is not known");
  return {
    sendStatus: message.isRecalled ? "RECALLED" : "SUCCESS",
    messageReadInfoList: message.users.map((userId) => {
      const readTimestamp = message.readAt.get(userId);
      const name = state.people.get(userId)?.name ?? "";
      const status = readTimestamp === undefined ? "UNREAD" : "READ";
      return { name, userId, readStatus: status, ...(readTimestamp && { readTimestamp }) };
    }),
  };
}

function invalid(message: string): ApiError {
  return new ApiError(400, "invalidParameter.param.invalid", message);
}
