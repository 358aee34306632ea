import {
  createKeyedQueue,
  createSendText,
  hasCode,
  textOf,
  type Unchecked,
} from "@botwright/adapter-kit";
import {
  digestInChunks,
  entryLimit,
  type PlatformAdapter,
  type SendOptions,
  type SendReceipt,
  type TextLimit,
} from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { Api } from "./api.ts";
import { mayHaveArrived, refusal } from "./api/errors.ts";
import {
  checkSize,
  fileUpload,
  imageUpload,
  UNKNOWN_MIME,
  type Upload,
  uploadForm,
  videoUpload,
} from "./media.ts";
import type { UploadCache } from "./media/uploads.ts";
import { isOneMember, memberKey } from "./send/member.ts";
import type { SendQuota } from "./send/quota.ts";
import {
  type Calls,
  type Content,
  escapeLinks,
  type SendRequest,
  type UploadType,
  withoutEscapes,
} from "./wire/api.ts";

/** The longest text of one message; WeCom cuts off the rest without an error. */
export const TEXT_LIMITS: readonly TextLimit[] = [{ unit: "utf8", max: 2048 }];

/** The sending half of the adapter. */
export type Sender = Required<
  Pick<PlatformAdapter, "sendText" | "sendImage" | "sendVideo" | "sendFile">
>;

const UPLOAD_TIMEOUT_MS = 300_000;
/** The most sends that are remembered to recognise repeats. */
const MAX_ATTEMPTS = 1000;

/** Makes the send methods. Sends to one member run one after the other, no faster than the quota allows. */
export function createSender(
  api: Api,
  agentId: number,
  quota: SendQuota,
  uploads: UploadCache,
): Sender {
  const queue = createKeyedQueue();
  /** Contents that have arrived, or may have, by their {@link attemptKey}. */
  const attempted = new LRUCache<string, Content>(entryLimit(MAX_ATTEMPTS));

  function run(
    to: string,
    task: () => Promise<SendReceipt>,
    signal?: AbortSignal,
  ): Promise<SendReceipt> {
    return queue.run(memberKey(to), task, signal);
  }

  function checkMember(to: string): void {
    if (isOneMember(to)) return;
    throw refusal("message/send", 40003, "a message goes to one member", api.redact);
  }

  async function send(
    to: string,
    content: Content,
    { mayBeRepeat = false, signal }: SendOptions,
    key?: string,
  ): Promise<SendReceipt> {
    checkMember(to);
    const isRepeat = mayBeRepeat || (key !== undefined && attempted.has(key));
    await quota.wait(memberKey(to), signal);
    const json: SendRequest = { touser: to, agentid: agentId, ...content };
    // Not set at the first attempt, because a bot may send the same text twice on purpose.
    const repeatedJson: SendRequest = { ...json, enable_duplicate_check: 1 };
    if (key !== undefined) attempted.set(key, content);
    let answer: Unchecked<Calls["message/send"]["answer"]>;
    try {
      answer = await api.call({
        path: "message/send",
        json: isRepeat ? repeatedJson : json,
        nonIdempotent: true,
        // Without a key, the caller has not asked for exactly one delivery.
        ...(key !== undefined && { isRepeatable: true, repeatedJson }),
      });
    } catch (error) {
      if (key !== undefined && !mayHaveArrived(error)) attempted.delete(key);
      throw error;
    }
    if (textOf(answer.invaliduser) !== "") {
      throw refusal("message/send", 81013, "the receiver is not valid for this app", api.redact);
    }
    const id = textOf(answer.msgid);
    return { status: "sent", ...(id !== "" && { id }) };
  }

  async function upload(medium: Upload, bytes: Uint8Array): Promise<string> {
    const call = {
      path: "media/upload",
      query: { type: medium.type },
      timeoutMs: UPLOAD_TIMEOUT_MS,
    } as const;
    const named = { ...medium, name: withoutEscapes(medium.name) };
    try {
      return mediaIdIn(await api.call({ ...call, form: uploadForm(named, bytes) }));
    } catch (error) {
      // WeCom may refuse the content type; the second attempt uses the general one.
      if (medium.mime === UNKNOWN_MIME || !hasCode(error, "PLATFORM_BAD_REQUEST")) throw error;
      const form = uploadForm({ ...named, mime: UNKNOWN_MIME }, bytes);
      return mediaIdIn(await api.call({ ...call, form }));
    }
  }

  function mediaIdIn(answer: Unchecked<Calls["media/upload"]["answer"]>): string {
    const id = textOf(answer.media_id);
    if (id === "") throw refusal("media/upload", 40007, "no media_id in the answer", api.redact);
    return id;
  }

  function sendMedia(
    to: string,
    medium: Upload,
    bytes: Uint8Array,
    options: SendOptions,
  ): Promise<SendReceipt> {
    const uploadAndSend = async (): Promise<SendReceipt> => {
      // Checked before the upload, which may be large.
      checkMember(to);
      checkSize(api, medium, bytes);
      const { idempotencyKey } = options;
      const digest = idempotencyKey && (await digestInChunks("sha256", bytes));
      const key = attemptKey(to, options, [medium, digest]);
      // Reuses the media_id, because WeCom would not recognise the repeated message with a new one.
      const known = key === undefined ? undefined : attempted.get(key);
      const content =
        known ?? mediaContent(medium.type, await uploadOnce(medium, bytes, key, options));
      return send(to, content, options, key);
    };
    return run(to, uploadAndSend, options.signal);
  }

  /** Uploads a media file, unless an earlier process did so for the same send. */
  async function uploadOnce(
    medium: Upload,
    bytes: Uint8Array,
    key: string | undefined,
    { mayBeRepeat = false }: SendOptions,
  ): Promise<string> {
    const before = key !== undefined && mayBeRepeat ? await uploads.find(key) : "";
    if (before !== "") return before;
    const mediaId = await upload(medium, bytes);
    if (key !== undefined) await uploads.keep(key, mediaId);
    return mediaId;
  }

  const sendText = createSendText({
    limits: TEXT_LIMITS,
    run,
    send: (to, content, options) =>
      send(to, { msgtype: "text", text: { content } }, options, attemptKey(to, options, content)),
  });

  return {
    sendText: (to, text, options) => sendText(to, escapeLinks(withoutEscapes(text)), options),
    sendImage: (to, bytes, options = {}) => sendMedia(to, imageUpload(bytes), bytes, options),
    sendVideo: (to, bytes, options = {}) => sendMedia(to, videoUpload(bytes), bytes, options),
    sendFile: (to, bytes, filename, options = {}) =>
      sendMedia(to, fileUpload(filename), bytes, options),
  };
}

/** The key that identifies a repeated message; `undefined` without an idempotency key. */
function attemptKey(
  to: string,
  { idempotencyKey }: SendOptions,
  content: unknown,
): string | undefined {
  return idempotencyKey && JSON.stringify([idempotencyKey, to, content]);
}

function mediaContent(type: UploadType, media_id: string): Content {
  switch (type) {
    case "image":
      return { msgtype: "image", image: { media_id } };
    case "video":
      return { msgtype: "video", video: { media_id } };
    default:
      return { msgtype: "file", file: { media_id } };
  }
}
