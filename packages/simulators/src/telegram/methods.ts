import { badRequest, WireError } from "./answer.ts";
import type { Params } from "./methods/params.ts";
import { OTHER_INSTANCE, WEBHOOK_ACTIVE } from "./delivery/polling.ts";
import { recipient, sendMedia, sendText } from "./methods/send.ts";
import type { TelegramState } from "./state.ts";
import { deleteWebhook, getWebhookInfo, setWebhook } from "./methods/webhook-methods.ts";
import type { TelegramObject } from "./wire.ts";

/** Runs one call; `gone` registers a callback for the client's disconnection. */
export type Method = (
  state: TelegramState,
  params: Params,
  gone: (listener: () => void) => void,
) => unknown;

/** How long a chat action is shown, in milliseconds. */
const ACTION_MS = 5000;

const ACTIONS = new Set([
  "choose_sticker",
  "find_location",
  "record_audio",
  "record_video",
  "record_video_note",
  "record_voice",
  "typing",
  "upload_audio",
  "upload_document",
  "upload_photo",
  "upload_video",
  "upload_video_note",
  "upload_voice",
]);

/** The methods by their names in lower case. */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["getme", getMe],
  ["getupdates", getUpdates],
  ["setwebhook", setWebhook],
  ["deletewebhook", deleteWebhook],
  ["getwebhookinfo", getWebhookInfo],
  ["sendmessage", sendText],
  ["sendphoto", sendMedia("photo")],
  ["sendvideo", sendMedia("video")],
  ["senddocument", sendMedia("document")],
  ["sendvoice", sendMedia("voice")],
  ["sendaudio", sendMedia("audio")],
  ["sendanimation", sendMedia("animation")],
  ["sendvideonote", sendMedia("video_note")],
  ["sendsticker", sendMedia("sticker")],
  ["sendchataction", sendChatAction],
  ["getfile", getFile],
]);

function getMe(state: TelegramState): TelegramObject {
  return {
    ...state.bot,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
  };
}

function getUpdates(
  state: TelegramState,
  params: Params,
  gone: (listener: () => void) => void,
): Promise<unknown> {
  if (state.faults.conflict.take("getupdates")) return state.polling.conflict(OTHER_INSTANCE);
  if (state.webhook.target !== undefined) return state.polling.conflict(WEBHOOK_ACTIVE);
  const repeat = state.faults["duplicate"].take("getupdates") !== undefined;
  return state.polling.getUpdates(params, repeat, gone);
}

function sendChatAction(state: TelegramState, params: Params): true {
  const action = params.text("action").toLowerCase();
  if (action !== "cancel" && !ACTIONS.has(action)) {
    throw badRequest("wrong parameter action in request");
  }
  const to = String(recipient(state, params).info.id);
  if (action === "cancel") state.typing.end(to, "cancelled");
  else state.typing.show(to, action, ACTION_MS);
  return true;
}

function getFile(state: TelegramState, params: Params): TelegramObject {
  if (state.faults["file-too-big"].take("getfile")) throw badRequest("file is too big");
  if (state.faults["missing-file"].take("getfile")) {
    throw new WireError(400, "wrong file_id or the file is temporarily unavailable");
  }
  return { ...state.files.prepare(params.text("file_id")) };
}
