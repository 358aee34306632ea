import {
  isRefusal,
  objectOf,
  readCredentials,
  resolveAdapterOptions,
  toRefused,
} from "@botwright/adapter-kit";
import {
  type BindingField,
  type LoginOptions,
  type LoginState,
  type PlatformBinding,
} from "@botwright/core";
import { ADVICE } from "./adapter/advice.ts";
import type { WechatAdapterOptions } from "./adapter/options.ts";
import { createWechatAdapter, DEFAULTS } from "./adapter.ts";
import { createAddresses } from "./api/address.ts";
import { loginSteps, type WechatCredentials } from "./api/login.ts";
import { TEXT_LIMITS } from "./send.ts";

/** Options of the adapter besides its credentials. */
export type WechatBindingOptions = Omit<WechatAdapterOptions, "credentials">;

/** Options of the login, including the addresses that the server may redirect it to. */
export interface WechatLoginOptions
  extends LoginOptions, Pick<WechatAdapterOptions, "cdnBase" | "trustedHosts" | "routeTag"> {}

/** Binds a WeChat bot by a QR login, whose credentials the host stores. */
export interface WechatBinding extends PlatformBinding<WechatBindingOptions> {
  login(options?: WechatLoginOptions): AsyncIterable<LoginState>;
}

const HELP = { en: "The QR login gives it.", zh: "由扫码登录获得。" };

const FIELDS: readonly BindingField[] = [
  {
    name: "token",
    label: { en: "Session token", zh: "会话令牌" },
    help: HELP,
    secret: true,
    required: true,
  },
  {
    name: "bot_id",
    label: { en: "Bot ID", zh: "机器人 ID" },
    help: HELP,
    secret: false,
    required: true,
  },
  {
    name: "user_id",
    label: { en: "ID of the person who scanned", zh: "扫码者 ID" },
    help: HELP,
    secret: false,
    required: false,
  },
  {
    name: "base_url",
    label: { en: "API address", zh: "接口地址" },
    help: HELP,
    secret: false,
    required: false,
    pattern: String.raw`https?:\/\/\S+`,
  },
];

/**
 * Binds a WeChat bot: a person scans a QR code, and the login returns the credentials. With the option `login`, an
 * adapter may be made without credentials: it then logs in when it is started.
 *
 * @example
 * for await (const step of wechatBinding.login({ signal })) {
 *   if (step.state === "waiting") draw(step.qr);
 *   if (step.state === "confirmed") return wechatBinding.createAdapter(step.credentials, { state });
 * }
 */
export const wechatBinding: WechatBinding = {
  platform: "wechat",
  label: { en: "WeChat", zh: "微信" },
  transports: ["long-polling"],
  textLimits: TEXT_LIMITS,
  fields: FIELDS,
  accountOf: (credentials) => readCredentials(FIELDS, credentials)("bot_id"),
  createAdapter(credentials, options = {}) {
    const given = objectOf(credentials);
    const isUnbound = FIELDS.every(({ name }) => (given[name] ?? "") === "");
    if (isUnbound && options.login !== undefined) return createWechatAdapter(options);
    const read = readCredentials(FIELDS, credentials);
    const [userId, baseUrl] = [read("user_id"), read("base_url")];
    return createWechatAdapter({
      ...options,
      credentials: {
        token: read("token"),
        botId: read("bot_id"),
        ...(userId !== "" && { userId }),
        ...(baseUrl !== "" && { baseUrl }),
      },
    });
  },
  async *login(options = {}) {
    const { knownTokens, signal = new AbortController().signal, routeTag } = options;
    const { apiBase, ...parts } = resolveAdapterOptions(options, DEFAULTS);
    const { cdnBase = DEFAULTS.cdnBase, trustedHosts = DEFAULTS.trustedHosts } = options;
    const addresses = createAddresses({ apiBase, cdnBase, trustedHosts });
    try {
      for await (const step of loginSteps({ ...parts, addresses, knownTokens, routeTag, signal })) {
        if (step.state !== "confirmed") yield step;
        else yield { state: "confirmed", credentials: toFields(step.credentials) };
      }
    } catch (error) {
      if (!isRefusal(error)) throw error;
      yield toRefused(error, ADVICE);
    }
  },
};

function toFields({ token, botId, userId, baseUrl }: WechatCredentials): Record<string, string> {
  return {
    token,
    bot_id: botId,
    ...(userId !== undefined && userId !== "" && { user_id: userId }),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
  };
}
