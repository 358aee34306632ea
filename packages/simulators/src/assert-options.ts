import { SimulatorError } from "./errors.ts";
import type { ListenOptions } from "./http/http.ts";
import type { SimulatorMap, SimulatorPlatform } from "./simulator-map.ts";

type Kind = "boolean" | "function" | "number" | "object" | "string";

/** The kind of every option. Through this type, the compiler reports an option that is missing here. */
type Kinds<Options> = { readonly [Name in keyof Options]-?: Kind };

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

const IN_WORDS: Readonly<Record<Kind, string>> = {
  boolean: "true or false",
  function: "a function",
  number: "a number",
  object: "an object",
  string: "a text",
};

/**
 * Refuses options that the platform does not have, because their defaults would silently apply, and values of the wrong
 * kind. A test in JavaScript has no compiler that reports them.
 *
 * @throws {SimulatorError} `INVALID_INPUT` naming the option
 */
export function assertOptions(platform: SimulatorPlatform, options: unknown): void {
  if (options === undefined) return;
  if (typeof options !== "object" || options === null)
    throw invalid("The options must be an object.");
  const kinds = new Map<string, Kind>(Object.entries(KINDS[platform]));
  for (const [name, value] of Object.entries(options)) {
    const kind = kinds.get(name);
    if (kind === undefined) {
      const known = [...kinds.keys()].join(", ");
      throw invalid(`The option \`${name}\` is unknown; ${platform} has ${known}.`);
    }
    if (value === undefined || (typeof value === kind && value !== null)) continue;
    throw invalid(`The option \`${name}\` must be ${IN_WORDS[kind]}.`);
  }
}

function invalid(message: string): SimulatorError {
  return new SimulatorError("INVALID_INPUT", message);
}
