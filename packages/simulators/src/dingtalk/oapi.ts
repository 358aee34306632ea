import { randomUUID } from "node:crypto";
import { extname } from "node:path";
import { isRecord, type Form } from "../http.ts";
import { grantToken, isGoodToken, type DingTalkState } from "./state.ts";
import { type DingTalkObject, OapiError, subError } from "./wire.ts";

/** A call of the old API. */
export interface OapiCall extends Form {
  readonly state: DingTalkState;
  readonly query: URLSearchParams;
}

/** The methods of the old API by their paths. */
export const oldMethods: ReadonlyMap<string, (call: OapiCall) => DingTalkObject> = new Map([
  ["/gettoken", getToken],
  ["/media/upload", upload],
  ["/robot/sendBySession", sendBySession],
]);

const MB = 1024 * 1024;
/** What the documentation lists for each type, and the largest size. */
const UPLOADS: Readonly<Record<string, { readonly max: number; readonly extensions: string }>> = {
  image: { max: 20 * MB, extensions: "jpg jpeg gif png bmp" },
  voice: { max: 2 * MB, extensions: "amr mp3 wav" },
  video: { max: 20 * MB, extensions: "mp4" },
  file: { max: 20 * MB, extensions: "doc docx xls xlsx ppt pptx zip pdf rar" },
};

function getToken({ state, query }: OapiCall): DingTalkObject {
  const isRevoked = state.faults["revoked-credentials"].take("gettoken");
  const isRight =
    query.get("appkey") === state.appKey && query.get("appsecret") === state.appSecret;
  if (!isRight || isRevoked !== undefined) throw subError("40096", "不合法的appKey或appSecret");
  const { token, lifeMs } = grantToken(state);
  return { access_token: token, expires_in: Math.floor(lifeMs / 1000) };
}

function upload({ state, query, fields, files }: OapiCall): DingTalkObject {
  if (!isGoodToken(state, query.get("access_token") ?? "", "upload")) {
    throw subError("40014", "不合法的access_token");
  }
  const inQuery = query.get("type");
  const type = inQuery ?? (state.options.strictUploadQuery === true ? "" : fields["type"]);
  const rule = typeof type === "string" ? UPLOADS[type] : undefined;
  if (typeof type !== "string" || rule === undefined) {
    throw new OapiError(40004, "不合法的媒体文件类型");
  }
  const media = files.get("media");
  if (media === undefined || media.bytes.length === 0) {
    throw new OapiError(41005, "缺少多媒体文件数据");
  }
  if (media.bytes.length > rule.max) throw new OapiError(40006, "不合法的文件大小");
  const extension = extname(media.name).slice(1).toLowerCase();
  const isStrict = type !== "file" || state.options.strictFileTypes === true;
  if (isStrict && !rule.extensions.split(" ").includes(extension)) {
    throw new OapiError(40005, "不合法的文件类型");
  }
  const media_id = state.files.upload({ type, bytes: media.bytes, name: media.name });
  return { media_id, type, created_at: state.now() };
}

/** The answer to a message by the address that came with it. Text and the like only. */
function sendBySession({ state, query, fields }: OapiCall): DingTalkObject {
  const session = state.sessions.get(query.get("session") ?? "");
  const isGone =
    state.faults["expired-session"].take("sendbysession") !== undefined ||
    session === undefined ||
    state.now() >= session.until ||
    state.faults["refused-user"].take("sendbysession", ({ user }) => user === session.user);
  if (isGone) throw new OapiError(300_005, "token is not exist");
  if (state.faults["rate-limit"].take("sendbysession")) {
    throw new OapiError(660_026, "sending too many messages per minute");
  }
  const text = sessionText(fields);
  if (text === undefined) throw new OapiError(400_105, "unsupported msgtype");
  state.sent.add({ messageId: randomUUID(), to: session.user, type: "text", text });
  return {};
}

function sessionText(fields: DingTalkObject): string | undefined {
  const { msgtype, text, markdown } = fields;
  const said =
    msgtype === "text" && isRecord(text)
      ? text["content"]
      : msgtype === "markdown" && isRecord(markdown)
        ? markdown["text"]
        : undefined;
  return typeof said === "string" && said !== "" ? said : undefined;
}
