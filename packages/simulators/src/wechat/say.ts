import { createHash, randomBytes } from "node:crypto";
import type { MessageIds } from "../simulator.ts";
import type {
  MediaInput,
  QuoteInput,
  UserMediaMessage,
  UserMessage,
} from "../message/user-message.ts";
import { hexForm } from "./cdn.ts";
import { introduce, type KnownMessage, takeId, type WechatState } from "./state.ts";
import { ITEM_TYPES, type WechatItem, type WechatMessage, type WechatObject } from "./wire.ts";

/** A message of a kind that only WeChat has. */
export interface WechatPush {
  readonly from: string;
  /** The items, unchanged; their common fields are filled in. */
  readonly items?: readonly WechatItem[];
  /** Fields of the message, unchanged. */
  readonly fields?: Partial<WechatMessage>;
}

/** A video's thumbnail: the first and last bytes of a JPEG. */
const PREVIEW = Buffer.from("ffd8ffe000104a464946ffd9", "hex");

/** Sends one message to the bot as a person; a caption becomes a text item next to the media item. */
export function say(state: WechatState, message: UserMessage): MessageIds {
  const { from, caption, quote } = message;
  const item = "text" in message ? textItem(message.text) : mediaItem(state, message);
  const text = "text" in message ? message.text : (caption ?? "");
  const first = quote === undefined ? item : { ...item, ref_msg: reference(state, from, quote) };
  const items = caption === undefined ? [first] : [first, textItem(caption)];
  return deliver(state, { from, items }, text);
}

/** Puts a message of any kind into the chat and queues it for the bot. */
export function push(state: WechatState, message: WechatPush): MessageIds {
  return deliver(state, message, "");
}

function deliver(state: WechatState, message: WechatPush, text: string): MessageIds {
  const { from, items = [], fields } = message;
  if (from !== state.botId) introduce(state, from);
  const id = takeId(state);
  const now = state.now();
  state.known.push({ id, chat: from, from, text });
  const delivered = state.queue.add((seq) => ({
    seq,
    message_id: id,
    from_user_id: from,
    to_user_id: state.botId,
    client_id: `server-${seq}-${randomBytes(8).toString("hex")}`,
    create_time_ms: now,
    update_time_ms: now,
    delete_time_ms: 0,
    session_id: "",
    group_id: "",
    message_type: 1,
    message_state: 2,
    item_list: items.map((item) => wholeItem(item, now)),
    context_token: randomBytes(102).toString("base64"),
    root_id: 0,
    parent_id: 0,
    ...fields,
  }));
  const exact = String(delivered.message_id);
  return { id: exact, messageId: exact };
}

function wholeItem(item: WechatItem, now: number): WechatItem {
  const { type, ref_msg: quoted, ...payload } = item;
  return {
    ...(type !== undefined && { type }),
    create_time_ms: now,
    update_time_ms: now,
    is_completed: true,
    msg_id: `v1:${BigInt(`0x1${randomBytes(8).toString("hex")}`)}`,
    button_item_list: [],
    at_bot_username_list: [],
    ...(quoted !== undefined && { ref_msg: quoted }),
    ...payload,
  };
}

function textItem(text: string): WechatItem {
  return { type: ITEM_TYPES.text, text_item: { text } };
}

function mediaItem(state: WechatState, message: UserMediaMessage): WechatItem {
  if ("image" in message) {
    const { media, hex } = store(state, message.image);
    const size = message.image.bytes.length;
    const sizes = { thumb_size: 0, thumb_height: 120, thumb_width: 90, hd_size: 0 };
    const image = { media, aeskey: hex, url: "", mid_size: size, ...sizes };
    return { type: ITEM_TYPES.image, image_item: image };
  }
  if ("voice" in message) {
    const { transcription = "", playtime = 2000 } = message.voice;
    const format = { encode_type: 4, bits_per_sample: 16, sample_rate: 16_000, playtime };
    const voice = { media: store(state, message.voice).media, ...format, text: transcription };
    return { type: ITEM_TYPES.voice, voice_item: voice };
  }
  if ("video" in message) {
    const { bytes } = message.video;
    const { media } = store(state, message.video);
    const video = { media, video_size: bytes.length, play_length: 3, video_md5: md5(bytes) };
    const preview = { bytes: PREVIEW };
    const thumb = { thumb_media: store(state, preview).media, thumb_size: PREVIEW.length };
    const video_item = { ...video, ...thumb, thumb_height: 120, thumb_width: 90 };
    return { type: ITEM_TYPES.video, video_item };
  }
  const { bytes, name = "file" } = message.file;
  const { media } = store(state, message.file);
  const file = { media, file_name: name, md5: md5(bytes), len: String(bytes.length) };
  return { type: ITEM_TYPES.file, file_item: file };
}

function store(state: WechatState, input: MediaInput): { media: WechatObject; hex: string } {
  const { fullUrls = true, keyForm = "hex" } = state.options;
  const { param, key } = state.cdn.store(input.bytes, { encrypted: true });
  const url = `${state.baseUrl}/c2c/download?encrypted_query_param=${encodeURIComponent(param)}`;
  const media = {
    encrypt_query_param: param,
    aes_key: keyForm === "hex" ? hexForm(key) : key.toString("base64"),
    ...(fullUrls && { full_url: url }),
  };
  return { media, hex: key.toString("hex") };
}

/** The quoted message: the chat's newest with this text; if there is none, an earlier message is created. */
function reference(state: WechatState, chat: string, { text, from }: QuoteInput): WechatObject {
  const found = state.known.findLast(
    (known) =>
      known.chat === chat && known.text === text && (from === undefined || known.from === from),
  );
  const { id }: Pick<KnownMessage, "id"> = found ?? { id: takeId(state) };
  if (state.options.quotes === "server-id") return { svr_id: id };
  const lists = { button_item_list: [], at_bot_username_list: [] };
  const times = { create_time_ms: state.now(), update_time_ms: state.now(), is_completed: true };
  if (state.options.quotes === "item") {
    return { message_item: { type: 1, ...times, ...lists, text_item: { text } } };
  }
  return { message_item: { type: 0, ...times, msg_id: String(id), ...lists } };
}

function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}
