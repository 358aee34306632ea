import { randomBytes } from "node:crypto";
import { Refusal, refuse } from "./answer.ts";
import { checkSession } from "./caller.ts";
import { isContext, sendMessage } from "./send.ts";
import type { WechatState } from "./state.ts";
import type { WechatObject } from "./wire.ts";

/** One call of a bot that has a session. */
interface Call {
  readonly token: string;
  readonly body: WechatObject;
  /** Aborted when the client no longer waits for the answer. */
  readonly gone: AbortSignal;
}

type Method = (state: WechatState, call: Call) => WechatObject | Promise<WechatObject>;

/** How long a typing indicator is shown, in milliseconds; the real duration is not known. */
const TYPING_MS = 10_000;

/** The calls of a bot by their paths after `ilink/bot/`. */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["getupdates", getUpdates],
  ["sendmessage", (state, { body }) => sendMessage(state, body)],
  ["getuploadurl", getUploadUrl],
  ["getconfig", getConfig],
  ["sendtyping", sendTyping],
  ["msg/notifystart", () => ({ ret: 0 })],
  ["msg/notifystop", () => ({ ret: 0 })],
]);

async function getUpdates(state: WechatState, { token, body, gone }: Call): Promise<WechatObject> {
  const cursor = body["get_updates_buf"];
  if (typeof cursor !== "string") throw refuse("invalid arguments");
  if (state.faults["foreign-cursor"].take("getupdates")) throw new Refusal({ ret: -3 });
  const isHasty = state.faults["empty-answer"].take("getupdates") !== undefined;
  const hold = isHasty ? 0 : state.holdMs;
  const isRepeated = state.faults["duplicate"].take("getupdates") !== undefined;
  const found = await state.queue.poll(cursor, token, {
    holdMs: isRepeated ? 0 : hold,
    gone,
    start: state.options.emptyCursor ?? "unconfirmed",
  });
  // The session may have ended while the poll was held.
  checkSession(state, token);
  const { longpollingTimeoutMs: hint } = state.options;
  return {
    ...(isRepeated ? state.queue.repeat(token) : found),
    ...(hint !== undefined && { longpolling_timeout_ms: hint }),
  };
}

function getUploadUrl(state: WechatState, { body }: Call): WechatObject {
  const { param, thumbParam } = state.cdn.allow(body);
  const thumb = thumbParam === undefined ? {} : { thumb_upload_param: thumbParam };
  if (state.options.uploads === "param") return { upload_param: param, ...thumb };
  const query = `encrypted_query_param=${encodeURIComponent(param)}`;
  const url = `${state.baseUrl}/c2c/upload?${query}&filekey=${String(body["filekey"])}`;
  return { ...thumb, upload_full_url: url };
}

function getConfig(state: WechatState, { body }: Call): WechatObject {
  const { ilink_user_id: user, context_token: context } = body;
  const isRight = typeof user === "string" && user !== "" && isContext(context);
  if (!isRight) throw refuse("invalid arguments");
  const ticket = randomBytes(24).toString("base64");
  state.tickets.set(ticket, user);
  return { ret: 0, typing_ticket: ticket };
}

function sendTyping(state: WechatState, { body }: Call): WechatObject {
  const { ilink_user_id: user, typing_ticket: ticket, status } = body;
  if (typeof user !== "string" || state.tickets.get(String(ticket)) !== user) throw refuse();
  if (status === 1) state.typing.show(user, "typing", TYPING_MS);
  else if (status === 2) state.typing.end(user, "cancelled");
  else throw refuse("invalid arguments");
  return { ret: 0 };
}
