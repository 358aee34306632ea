import { randomBytes } from "node:crypto";
import { readCredentials } from "@botwright/adapter-kit";
import type { BindingField, PlatformBinding } from "@botwright/core";
import type { FeishuAdapterOptions } from "./adapter/options.ts";
import { createFeishuAdapter } from "./adapter.ts";
import { TEXT_LIMITS } from "./send.ts";

/** Options of the adapter besides its credentials. */
export type FeishuBindingOptions = Omit<FeishuAdapterOptions, "appId" | "appSecret">;

const FIELDS: readonly BindingField[] = [
  {
    name: "app_id",
    label: { en: "App ID", zh: "应用凭证 App ID" },
    help: {
      en: "In the developer console (open.feishu.cn/app), open the app: Credentials & Basic Info.",
      zh: "在开发者后台（open.feishu.cn/app）打开应用：凭证与基础信息。",
    },
    secret: false,
    required: true,
    pattern: String.raw`cli_\w+`,
    example: "cli_a1b2c3d4e5f6",
  },
  {
    name: "app_secret",
    label: { en: "App Secret", zh: "应用凭证 App Secret" },
    help: {
      en: "On the same page of the developer console, below the App ID.",
      zh: "在开发者后台的同一页面，App ID 下方。",
    },
    secret: true,
    required: true,
  },
];

/** The Encrypt Key suffices: with it, the platform encrypts and signs each callback. */
const CALLBACK_FIELDS: readonly BindingField[] = [
  {
    name: "encrypt_key",
    label: { en: "Encrypt Key", zh: "Encrypt Key" },
    help: {
      en: "In the developer console, open the app: Events & Callbacks, Encryption Strategy.",
      zh: "在开发者后台打开应用：事件与回调，加密策略。",
    },
    secret: true,
    required: true,
    pattern: String.raw`[!-~]{1,128}`,
    generate: () => randomBytes(24).toString("hex"),
  },
];

/**
 * Binds a bot of Feishu or Lark by the credentials of its app. It receives by long
 * connection, unless the options have a `callback`.
 *
 * @example
 * const adapter = feishuBinding.createAdapter({ app_id, app_secret }, { state, logger });
 */
export const feishuBinding: PlatformBinding<FeishuBindingOptions> = {
  platform: "feishu",
  label: { en: "Feishu", zh: "飞书" },
  transports: ["long-connection", "callback"],
  textLimits: TEXT_LIMITS,
  fields: FIELDS,
  callback: {
    fields: CALLBACK_FIELDS,
    options: (credentials) => ({
      callback: { encryptKey: readCredentials(CALLBACK_FIELDS, credentials)("encrypt_key") },
    }),
  },
  accountOf: (credentials) => readCredentials(FIELDS, credentials)("app_id"),
  createAdapter(credentials, options = {}) {
    const read = readCredentials(FIELDS, credentials);
    return createFeishuAdapter({
      ...options,
      appId: read("app_id"),
      appSecret: read("app_secret"),
    });
  },
};
