/** The iLink types that the simulator sends, in the real server's field order. */

/** A part of a message or an answer with unknown fields. */
export type WechatObject = Readonly<Record<string, unknown>>;

/** The location of an encrypted file, and its key. */
export interface WechatMedia {
  readonly encrypt_query_param?: string;
  /** Base64 of the 32 hex characters, or of the 16 bytes, of the key. */
  readonly aes_key?: string;
  readonly encrypt_type?: number;
  readonly full_url?: string;
}

/** One item of a message; `type` says which payload it has. */
export interface WechatItem {
  readonly type?: number;
  readonly text_item?: WechatObject;
  readonly image_item?: WechatObject;
  readonly voice_item?: WechatObject;
  readonly file_item?: WechatObject;
  readonly video_item?: WechatObject;
  readonly ref_msg?: WechatObject;
  readonly [field: string]: unknown;
}

/** A message as getupdates delivers it. Ids are `bigint`: they do not fit a number. */
export interface WechatMessage {
  readonly seq: number;
  readonly message_id: bigint;
  readonly from_user_id: string;
  readonly to_user_id: string;
  readonly client_id: string;
  readonly create_time_ms: number;
  readonly update_time_ms: number;
  readonly delete_time_ms: number;
  readonly session_id: string;
  readonly group_id: string;
  readonly message_type: number;
  readonly message_state: number;
  readonly item_list: readonly WechatItem[];
  readonly context_token: string;
  readonly root_id: number;
  readonly parent_id: number;
  readonly [field: string]: unknown;
}

/** The kinds of item by their number on the wire. */
export const ITEM_TYPES = { text: 1, image: 2, voice: 3, file: 4, video: 5 } as const;

/** Items that report the progress of a bot's work, by their numbers; the values are the names of their payloads. */
export const PROGRESS_ITEMS: ReadonlyMap<unknown, string> = new Map([
  [11, "tool_call_start_item"],
  [12, "tool_call_result_item"],
]);

/** A private-use character marks a number, so that it cannot occur in a person's text. */
const MARK = "\uE0F0";
const MARKED = new RegExp(`"${MARK}(\\d+)${MARK}"`, "g");

/** JSON as the server writes it: a `bigint` becomes a bare number of any length. */
export function toWireJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "bigint" ? `${MARK}${part}${MARK}` : part,
  );
  return text.replaceAll(MARKED, "$1");
}
