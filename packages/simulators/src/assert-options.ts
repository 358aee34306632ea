import { assertKinds, type Kinds } from "./assert-kinds.ts";
import type { ListenOptions } from "./http/http.ts";
import type { SimulatorMap, SimulatorPlatform } from "./simulator-map.ts";

const COMMON: Kinds<
  ListenOptions & { readonly requestLog?: number; readonly clock?: () => number }
> = { port: "number", address: "object", requestLog: "number", clock: "function" };

const KINDS: { readonly [P in SimulatorPlatform]: Kinds<SimulatorMap[P]["options"]> } = {
  dingtalk: {
    ...COMMON,
    appKey: "string",
    appSecret: "string",
    robotCode: "string",
    agentId: "number",
    callbackUrl: "string",
    aesKey: "string",
    tokenLifeMs: "number",
    sessionLifeMs: "number",
    redeliveryMs: "number",
    pingMs: "number",
    disconnectMs: "number",
    sessionPerMinute: "number",
    strictAccept: "boolean",
    pictureCodes: "boolean",
    strictParams: "boolean",
    strictFileTypes: "boolean",
    strictUploadQuery: "boolean",
  },
  feishu: {
    ...COMMON,
    appId: "string",
    appSecret: "string",
    botName: "string",
    encryptKey: "string",
    verificationToken: "string",
    callbackUrl: "string",
    callbackRetryMs: "number",
    redeliveryMs: "number",
    exactAcks: "boolean",
    clientConfig: "object",
    senderNames: "boolean",
    tokenLifeMs: "number",
  },
  telegram: {
    ...COMMON,
    token: "string",
    botName: "string",
    botUsername: "string",
    callbackUrl: "string",
    callbackSecret: "string",
    loopbackWebhooks: "boolean",
    guardMs: "number",
    webhookRetryMs: "number",
    firstUpdateId: "number",
  },
  wecom: {
    ...COMMON,
    credentials: "object",
    callbackUrl: "string",
    callbackTimeoutMs: "number",
    callbackRetryMs: "number",
    tokenLifeMs: "number",
    strictSends: "boolean",
  },
  wechat: {
    ...COMMON,
    holdMs: "number",
    uploads: "string",
    fullUrls: "boolean",
    keyForm: "string",
    quotes: "string",
    emptyCursor: "string",
    repliesPerMessage: "number",
    burstMs: "number",
    sentIds: "boolean",
    longpollingTimeoutMs: "number",
  },
};

/**
 * Refuses options that the platform does not have, and values of the wrong kind.
 *
 * @throws {SimulatorError} `INVALID_INPUT` naming the option
 */
export function assertOptions(platform: SimulatorPlatform, options: unknown): void {
  assertKinds(platform, options, KINDS[platform]);
}
