import type { IncomingHttpHeaders } from "node:http";
import { isRecord } from "../http/http.ts";
import { batchRecall, readStatus } from "./api/delivered.ts";
import { batchSend } from "./api/send.ts";
import { grantToken, isGoodToken, type DingtalkState } from "./state.ts";
import type { Stream } from "./delivery/stream.ts";
import { ApiError, type DingtalkObject, ROBOT_TOPIC } from "./wire.ts";

/** A call of the new API. */
export interface ApiCall {
  readonly state: DingtalkState;
  readonly stream: Stream;
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  readonly fields: DingtalkObject;
}

const OPEN = "POST /v1.0/gateway/connections/open";

/** The methods of the new API by verb and path. */
export const methods: ReadonlyMap<string, (call: ApiCall) => DingtalkObject> = new Map([
  ["POST /v1.0/oauth2/accessToken", accessToken],
  [OPEN, openConnection],
  ["POST /v1.0/robot/messageFiles/download", withToken("download", download)],
  ["POST /v1.0/robot/oToMessages/batchSend", withToken("batchsend", send)],
  ["POST /v1.0/robot/otoMessages/batchRecall", withToken("batchrecall", recall)],
  ["GET /v1.0/robot/oToMessages/readStatus", withToken("readstatus", statusOf)],
  ["GET /v1.0/microApp/allInnerApps", withToken("allinnerapps", allInnerApps)],
]);

/** Whether the answer is XML, as the gateway's is unless the request accepts JSON. */
export function isXml(
  { options }: DingtalkState,
  route: string,
  { accept = "" }: IncomingHttpHeaders,
): boolean {
  return route === OPEN && options.strictAccept !== false && !/application\/json/i.test(accept);
}

function accessToken({ state, fields }: ApiCall): DingtalkObject {
  checkApp(state, fields["appKey"], fields["appSecret"], "accesstoken");
  const { token, lifeMs } = grantToken(state);
  return { accessToken: token, expireIn: Math.floor(lifeMs / 1000) };
}

function openConnection({ state, stream, fields }: ApiCall): DingtalkObject {
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

function checkApp(state: DingtalkState, key: unknown, secret: unknown, call: string): void {
  const isRevoked = state.faults["revoked-credentials"].take(call);
  if (key === state.appKey && secret === state.appSecret && isRevoked === undefined) return;
  throw new ApiError(400, "invalidClientIdOrSecret", "无效的clientId或者clientSecret");
}

function withToken(
  name: string,
  method: (call: ApiCall) => DingtalkObject,
): (call: ApiCall) => DingtalkObject {
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

function checkRobot(state: DingtalkState, code: unknown): void {
  if (code === undefined || code === "") {
    throw new ApiError(400, "invalidParameter.robotCode.empty", "robotCode is empty");
  }
  if (code !== state.robotCode) {
    throw new ApiError(400, "invalidParameter.robotCode.auth", "robotCode is not of this app");
  }
}

function download({ state, fields }: ApiCall): DingtalkObject {
  checkRobot(state, fields["robotCode"]);
  const code = fields["downloadCode"];
  const isMissing = state.faults["missing-file"].take("download") !== undefined;
  const key = typeof code === "string" && !isMissing ? state.files.link(code) : undefined;
  if (key === undefined) {
    throw new ApiError(400, "invalidParameter.param.invalid", "the download code is not valid");
  }
  return { downloadUrl: `${state.baseUrl}/files/${key}` };
}

function send({ state, fields }: ApiCall): DingtalkObject {
  checkRobot(state, fields["robotCode"]);
  return batchSend(state, fields);
}

function recall({ state, fields }: ApiCall): DingtalkObject {
  checkRobot(state, fields["robotCode"]);
  return batchRecall(state, fields);
}

function statusOf({ state, query }: ApiCall): DingtalkObject {
  checkRobot(state, query.get("robotCode") ?? "");
  return readStatus(state, query);
}

/** The organisation's own apps; there is only the robot's. */
function allInnerApps({ state: { app } }: ApiCall): DingtalkObject {
  return { appList: [{ ...app, desc: "" }] };
}
