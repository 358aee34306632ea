import { readCredentials } from "@botwright/adapter-kit";
import type { BindingField, PlatformBinding } from "@botwright/core";
import type { DingtalkAdapterOptions } from "./adapter/options.ts";
import { createDingtalkAdapter } from "./adapter.ts";
import { TEXT_LIMITS } from "./send.ts";

/** Options of the adapter besides its credentials. */
export type DingtalkBindingOptions = Omit<
  DingtalkAdapterOptions,
  "appKey" | "appSecret" | "robotCode"
>;

const FIELDS: readonly BindingField[] = [
  {
    name: "app_key",
    label: { en: "AppKey (Client ID)", zh: "AppKey(Client ID)" },
    help: {
      en: "In the developer console (open-dev.dingtalk.com), open the app: Credentials and Basic Information.",
      zh: "在开发者后台（open-dev.dingtalk.com）打开应用：凭证与基础信息。",
    },
    secret: false,
    required: true,
    example: "dingabc123",
  },
  {
    name: "app_secret",
    label: { en: "AppSecret (Client Secret)", zh: "AppSecret(Client Secret)" },
    help: {
      en: "On the same page of the developer console, below the AppKey.",
      zh: "在开发者后台的同一页面，AppKey 下方。",
    },
    secret: true,
    required: true,
  },
  {
    name: "robot_code",
    label: { en: "RobotCode", zh: "机器人 RobotCode" },
    help: {
      en: "On the page of the app's robot; in most apps it equals the AppKey.",
      zh: "在应用的机器人页面；大多数应用中与 AppKey 相同。",
    },
    secret: false,
    required: true,
    example: "dingabc123",
  },
];

/**
 * Binds a DingTalk robot by the credentials of its app. The adapter receives by Stream mode, unless
 * the options have a `callback`.
 *
 * @example
 * const adapter = dingtalkBinding.createAdapter({ app_key, app_secret, robot_code }, { state });
 */
export const dingtalkBinding: PlatformBinding<DingtalkBindingOptions> = {
  platform: "dingtalk",
  label: { en: "DingTalk", zh: "钉钉" },
  transports: ["long-connection", "callback"],
  textLimits: TEXT_LIMITS,
  fields: FIELDS,
  callback: {
    fields: [],
    options: () => ({ callback: {} }),
  },
  accountOf: (credentials) => readCredentials(FIELDS, credentials)("robot_code"),
  createAdapter(credentials, options = {}) {
    const read = readCredentials(FIELDS, credentials);
    return createDingtalkAdapter({
      ...options,
      appKey: read("app_key"),
      appSecret: read("app_secret"),
      robotCode: read("robot_code"),
    });
  },
};
