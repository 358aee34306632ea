import { randomInt } from "node:crypto";
import { readCredentials } from "@botwright/adapter-kit";
import { type BindingField, InvalidInputError, type PlatformBinding } from "@botwright/core";
import type { WecomAdapterOptions } from "./adapter/options.ts";
import { createWecomAdapter } from "./adapter.ts";
import { TEXT_LIMITS } from "./send.ts";

/** Options of the adapter besides its credentials. */
export type WecomBindingOptions = Omit<
  WecomAdapterOptions,
  "corpId" | "agentId" | "secret" | "callback"
>;

const CONSOLE = {
  en: "In the administration console (work.weixin.qq.com/wework_admin)",
  zh: "在管理后台（work.weixin.qq.com/wework_admin）",
};

const FIELDS: readonly BindingField[] = [
  {
    name: "corp_id",
    label: { en: "Corp ID", zh: "企业 ID" },
    help: {
      en: `${CONSOLE.en}: My Company, at the bottom of the page.`,
      zh: `${CONSOLE.zh}：我的企业，页面底部。`,
    },
    secret: false,
    required: true,
    pattern: String.raw`\w+`,
    example: "ww0123456789abcdef",
  },
  {
    name: "agent_id",
    label: { en: "AgentId", zh: "应用 AgentId" },
    help: {
      en: `${CONSOLE.en}: App Management, then the self-built app.`,
      zh: `${CONSOLE.zh}：应用管理，打开自建应用。`,
    },
    secret: false,
    required: true,
    pattern: String.raw`\d+`,
    example: "1000002",
  },
  {
    name: "secret",
    label: { en: "Secret", zh: "应用 Secret" },
    help: {
      en: "On the page of the app, below the AgentId; WeCom sends it to the administrator's phone.",
      zh: "在应用页面，AgentId 下方；企业微信会发送到管理员的手机。",
    },
    secret: true,
    required: true,
  },
  {
    name: "token",
    label: { en: "Callback Token", zh: "接收消息 Token" },
    help: {
      en: "On the page of the app: Receive Messages, Set API Receiving.",
      zh: "在应用页面：接收消息，设置 API 接收。",
    },
    secret: true,
    required: false,
    pattern: "[A-Za-z0-9]{1,32}",
    generate: () => lettersAndDigits(32),
  },
  {
    name: "encoding_aes_key",
    label: { en: "EncodingAESKey", zh: "EncodingAESKey" },
    help: {
      en: "On the same page as the callback Token.",
      zh: "与接收消息 Token 在同一页面。",
    },
    secret: true,
    required: false,
    pattern: "[A-Za-z0-9]{43}",
    generate: () => lettersAndDigits(43),
  },
];

/**
 * Binds a self-built app of WeCom. Messages come by callback only: the operator chooses `token` and
 * `encoding_aes_key` (`generate` makes them), and enters them in the console
 * together with the URL that leads to `adapter.handleRequest`.
 *
 * @example
 * const adapter = wecomBinding.createAdapter({ corp_id, agent_id, secret, token, encoding_aes_key });
 */
export const wecomBinding: PlatformBinding<WecomBindingOptions> = {
  platform: "wecom",
  label: { en: "WeCom", zh: "企业微信" },
  transports: ["callback"],
  textLimits: TEXT_LIMITS,
  fields: FIELDS,
  accountOf(credentials) {
    const read = readCredentials(FIELDS, credentials);
    return `${read("corp_id")}/${read("agent_id")}`;
  },
  createAdapter(credentials, options = {}) {
    const read = readCredentials(FIELDS, credentials);
    const [token, encodingAesKey] = [read("token"), read("encoding_aes_key")];
    if ((token === "") !== (encodingAesKey === "")) {
      const missing = token === "" ? "token" : "encoding_aes_key";
      throw new InvalidInputError(`${missing} is missing: a callback needs both of its secrets.`, {
        code: "INVALID_INPUT",
      });
    }
    return createWecomAdapter({
      ...options,
      corpId: read("corp_id"),
      agentId: read("agent_id"),
      secret: read("secret"),
      ...(token !== "" && { callback: { token, encodingAesKey } }),
    });
  },
};

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function lettersAndDigits(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}
