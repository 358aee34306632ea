import type { IncomingHttpHeaders } from "node:http";
import { randomUUID } from "node:crypto";
import { isRecord } from "../http.ts";
import type { SentMessage } from "../simulator.ts";
import { grantToken, isGoodToken, type DingTalkState } from "./state.ts";
import type { Stream } from "./stream.ts";
import { ApiError, type DingTalkObject, ROBOT_TOPIC } from "./wire.ts";

/** A call of the new API. */
export interface ApiCall {
  readonly state: DingTalkState;
  readonly stream: Stream;
  readonly headers: IncomingHttpHeaders;
  readonly fields: DingTalkObject;
}

/** The methods of the new API by their paths. */
export const methods: ReadonlyMap<string, (call: ApiCall) => DingTalkObject> = new Map([
  ["/v1.0/oauth2/accessToken", accessToken],
  ["/v1.0/gateway/connections/open", openConnection],
  ["/v1.0/robot/messageFiles/download", withToken("download", download)],
  ["/v1.0/robot/oToMessages/batchSend", withToken("batchsend", batchSend)],
]);

const MAX_USERS = 20;
const MAX_PARAM_BYTES = 15_000;

function accessToken({ state, fields }: ApiCall): DingTalkObject {
  checkApp(state, fields["appKey"], fields["appSecret"], "accesstoken");
  const { token, lifeMs } = grantToken(state);
  return { accessToken: token, expireIn: Math.floor(lifeMs / 1000) };
}

function openConnection({ state, stream, headers, fields }: ApiCall): DingTalkObject {
  if (!/application\/json/.test(headers.accept ?? "")) {
    throw new ApiError(406, "NotAcceptable", "the real gateway answers with XML without Accept");
  }
  checkApp(state, fields["clientId"], fields["clientSecret"], "open");
  const { subscriptions } = fields;
  const isSubscribed =
    Array.isArray(subscriptions) &&
    subscriptions.some(
      (one: unknown) => isRecord(one) && one["type"] === "CALLBACK" && one["topic"] === ROBOT_TOPIC,
    );
  if (!isSubscribed) {
    throw new ApiError(400, "invalidSubscriptions", `nothing subscribes to ${ROBOT_TOPIC}`);
  }
  return stream.openConnection();
}

function checkApp(state: DingTalkState, key: unknown, secret: unknown, call: string): void {
  const isRevoked = state.faults["revoked-credentials"].take(call);
  if (key === state.appKey && secret === state.appSecret && isRevoked === undefined) return;
  throw new ApiError(400, "invalidClientIdOrSecret", "无效的clientId或者clientSecret");
}

function withToken(
  name: string,
  method: (call: ApiCall) => DingTalkObject,
): (call: ApiCall) => DingTalkObject {
  return (call) => {
    const token = call.headers["x-acs-dingtalk-access-token"];
    if (typeof token !== "string" || token === "") {
      throw new ApiError(400, "AuthenticationFailed.MissingParameter", "缺少参数access_token");
    }
    if (!isGoodToken(call.state, token, name)) {
      throw new ApiError(400, "InvalidAuthentication", "不合法的access_token");
    }
    return method(call);
  };
}

function checkRobot(state: DingTalkState, code: unknown): void {
  if (code === undefined || code === "") {
    throw new ApiError(400, "invalidParameter.robotCode.empty", "robotCode is empty");
  }
  if (code !== state.robotCode) {
    throw new ApiError(400, "invalidParameter.robotCode.auth", "robotCode is not of this app");
  }
}

function download({ state, fields }: ApiCall): DingTalkObject {
  checkRobot(state, fields["robotCode"]);
  const code = fields["downloadCode"];
  const isMissing = state.faults["missing-file"].take("download") !== undefined;
  const key = typeof code === "string" && !isMissing ? state.files.link(code) : undefined;
  if (key === undefined) {
    throw new ApiError(400, "invalidParameter.downloadCode", "the download code is not valid");
  }
  return { downloadUrl: `${state.baseUrl}/files/${key}` };
}

function batchSend({ state, fields }: ApiCall): DingTalkObject {
  checkRobot(state, fields["robotCode"]);
  const { userIds, msgKey, msgParam } = fields;
  if (!Array.isArray(userIds) || userIds.length === 0) {
    throw new ApiError(400, "invalidParameter.userIds.empty", "userIds is empty");
  }
  if (userIds.length > MAX_USERS) {
    throw new ApiError(400, "invalidParameter.userIds.overMax", "more than 20 userIds");
  }
  const content = contentOf(state, msgKey, msgParam);
  const lists = { invalid: [] as string[], limited: [] as string[] };
  const processQueryKey = randomUUID();
  for (const user of userIds.map(String)) {
    const isInvalid = state.faults["refused-user"].take("batchsend", (one) => one.user === user);
    if (isInvalid !== undefined || !state.people.has(user)) lists.invalid.push(user);
    else if (state.faults["rate-limit"].take("batchsend")) lists.limited.push(user);
    else {
      state.sent.add({ ...content, messageId: processQueryKey, to: user });
      if (content.text !== undefined) {
        state.texts.set(processQueryKey, { text: content.text, from: undefined });
      }
    }
  }
  return {
    processQueryKey,
    invalidStaffIdList: lists.invalid,
    flowControlledStaffIdList: lists.limited,
  };
}

/** What the parameters of each kind say. @throws ApiError for all that is not as documented. */
function contentOf(
  state: DingTalkState,
  msgKey: unknown,
  msgParam: unknown,
): Omit<SentMessage, "messageId" | "to"> {
  if (msgKey === undefined || msgKey === "") throw wrong("msgKey.empty", "msgKey is empty");
  const param = paramOf(msgParam);
  const text = (name: string): string => {
    const value = param[name];
    if (typeof value === "string" && value !== "") return value;
    throw wrong("msgParam.invalid", `msgParam.${name} must be a text`);
  };
  const file = (name: string, type: string): { bytes: Uint8Array; name: string } => {
    const uploaded = state.files.uploaded(param[name]);
    if (uploaded?.type === type) return { bytes: uploaded.bytes, name: uploaded.name ?? "" };
    throw wrong("msgParam.invalid", `msgParam.${name} is no media id of the type ${type}`);
  };
  switch (msgKey) {
    case "sampleText":
      return { type: "text", text: text("content") };
    case "sampleMarkdown":
      text("title");
      return { type: "text", text: text("text") };
    case "sampleLink":
      text("title");
      text("messageUrl");
      return { type: "text", text: text("text") };
    case "sampleImageMsg":
      return text("photoURL").startsWith("http")
        ? { type: "image", text: text("photoURL") }
        : { type: "image", ...file("photoURL", "image") };
    case "sampleAudio":
      text("duration");
      return { type: "voice", ...file("mediaId", "voice") };
    case "sampleFile":
      text("fileType");
      return { type: "file", ...file("mediaId", "file"), name: text("fileName") };
    case "sampleVideo":
      if (state.faults["video-refused"].take("batchsend")) break;
      text("duration");
      file("picMediaId", "image");
      if (text("videoType") !== "mp4") throw wrong("msgParam.invalid", "videoType must be mp4");
      return { type: "video", ...file("videoMediaId", "video") };
    default:
  }
  throw wrong("msgKey.invalid", "this msgKey is not known");
}

function paramOf(msgParam: unknown): DingTalkObject {
  if (typeof msgParam !== "string" || Buffer.byteLength(msgParam) > MAX_PARAM_BYTES) {
    throw wrong("msgParam.invalid", "msgParam must be JSON as text of at most 15000 bytes");
  }
  let param: unknown;
  try {
    param = JSON.parse(msgParam);
  } catch {
    // Falls through to the refusal.
  }
  if (isRecord(param)) return param;
  throw wrong("msgParam.invalid", "msgParam must be a JSON object as text");
}

function wrong(what: string, message: string): ApiError {
  return new ApiError(400, `invalidParameter.${what}`, message);
}
