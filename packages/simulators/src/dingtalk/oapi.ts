import { extname } from "node:path";
import type { Form } from "../http/http.ts";
import { sendBySession } from "./api/oapi-session.ts";
import { grantToken, isGoodToken, type DingtalkState } from "./state.ts";
import { type DingtalkObject, OapiError, subError } from "./wire.ts";

/** A call of the old API. */
export interface OapiCall extends Form {
  readonly state: DingtalkState;
  readonly query: URLSearchParams;
}

/** The methods of the old API by verb and path. */
export const oldMethods: ReadonlyMap<string, (call: OapiCall) => DingtalkObject> = new Map([
  ["GET /gettoken", getToken],
  ["POST /media/upload", upload],
  ["POST /microapp/list", listApps],
  ["POST /robot/sendBySession", (call) => sendBySession(call.state, call.query, call.fields)],
]);

const MB = 1024 * 1024;
/** The documented extensions for each type, and its largest size. */
const UPLOADS: Readonly<Record<string, { readonly max: number; readonly extensions: string }>> = {
  image: { max: 20 * MB, extensions: "jpg jpeg gif png bmp" },
  voice: { max: 2 * MB, extensions: "amr mp3 wav" },
  video: { max: 20 * MB, extensions: "mp4" },
  file: { max: 20 * MB, extensions: "doc docx xls xlsx ppt pptx zip pdf rar" },
};

function getToken({ state, query }: OapiCall): DingtalkObject {
  const isRevoked = state.faults["revoked-credentials"].take("gettoken");
  const isRight =
    query.get("appkey") === state.appKey && query.get("appsecret") === state.appSecret;
  if (!isRight || isRevoked !== undefined) {
    throw new OapiError(40096, "不合法的appKey或appSecret");
  }
  const { token, lifeMs } = grantToken(state);
  return { access_token: token, expires_in: Math.floor(lifeMs / 1000) };
}

function upload({ state, query, fields, files }: OapiCall): DingtalkObject {
  checkToken(state, query, "upload");
  const { type } = fields;
  const rule = typeof type === "string" && Object.hasOwn(UPLOADS, type) ? UPLOADS[type] : undefined;
  // The URL may omit the type, unless that is configured as an error, but must not contradict the form.
  const inQuery = query.get("type") ?? (state.options.strictUploadQuery === true ? "" : type);
  if (typeof type !== "string" || rule === undefined || inQuery !== type) {
    throw new OapiError(40004, "不合法的媒体文件类型");
  }
  const media = files.get("media");
  if (media === undefined || media.name === "" || media.bytes.length === 0) {
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

/** The organisation's own apps, as the old API lists them. */
function listApps({ state, query }: OapiCall): DingtalkObject {
  checkToken(state, query, "list");
  const { agentId, name, icon } = state.app;
  return { appList: [{ agentId, name, appIcon: icon }] };
}

function checkToken(state: DingtalkState, query: URLSearchParams, call: string): void {
  if (isGoodToken(state, query.get("access_token") ?? "", call)) return;
  throw subError("40014", "不合法的access_token");
}
