import type { DingtalkAdapterOptions } from "@botwright/adapter-dingtalk";
import type { FeishuAdapterOptions } from "@botwright/adapter-feishu";
import type { TelegramAdapterOptions } from "@botwright/adapter-telegram";
import type { WechatAdapterOptions } from "@botwright/adapter-wechat";
import type { WecomAdapterOptions } from "@botwright/adapter-wecom";
import { InvalidInputError, type Platform } from "@botwright/core";

/** Real bots. A platform that is left out is played by its simulator. */
export interface Bindings {
  wechat?: WechatAdapterOptions | undefined;
  feishu?: FeishuAdapterOptions | undefined;
  wecom?: WecomAdapterOptions | undefined;
  dingtalk?: DingtalkAdapterOptions | undefined;
  telegram?: TelegramAdapterOptions | undefined;
}

/** Environment variables by their names. */
type Environment = Readonly<Record<string, string | undefined>>;
type Need = (name: string) => string;
type Base = (name: string) => { apiBase?: string };

/**
 * What each platform needs of the environment. The first variable of a row makes the platform the
 * real one; then the others of its row are needed too.
 */
const ROWS: { readonly [P in Platform]: (need: Need, base: Base) => NonNullable<Bindings[P]> } = {
  wechat: (need) => {
    need("WECHAT_LOGIN"); // any value: who scans the code is the bot's owner
    return {};
  },
  feishu: (need, base) => ({
    appId: need("FEISHU_APP_ID"),
    appSecret: need("FEISHU_APP_SECRET"),
    ...base("FEISHU_API_BASE"), // Lark is another address
  }),
  wecom: (need) => ({
    corpId: need("WECOM_CORP_ID"),
    agentId: need("WECOM_AGENT_ID"),
    secret: need("WECOM_SECRET"),
    callback: { token: need("WECOM_TOKEN"), encodingAesKey: need("WECOM_ENCODING_AES_KEY") },
  }),
  dingtalk: (need) => ({
    appKey: need("DINGTALK_APP_KEY"),
    appSecret: need("DINGTALK_APP_SECRET"),
    robotCode: need("DINGTALK_ROBOT_CODE"),
  }),
  telegram: (need, base) => ({
    token: need("TELEGRAM_BOT_TOKEN"),
    ...base("TELEGRAM_API_BASE"), // a Bot API server of one's own
  }),
};

/**
 * Reads which platforms are the real ones.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the variable that is missing
 */
export function readBindings(environment: Environment): Bindings {
  const base: Base = (name) => {
    const apiBase = environment[name];
    return apiBase === undefined || apiBase === "" ? {} : { apiBase };
  };
  const bind = <P extends Platform>(platform: P): NonNullable<Bindings[P]> | undefined => {
    const names = variablesOf(platform);
    const [first = ""] = names;
    if ((environment[first] ?? "") === "") return undefined;
    const need: Need = (name) => {
      const value = environment[name] ?? "";
      if (value !== "") return value;
      throw new InvalidInputError(`${name} is missing: ${first} needs ${names.join(", ")}`, {
        code: "INVALID_INPUT",
      });
    };
    return ROWS[platform](need, base);
  };
  return {
    wechat: bind("wechat"),
    feishu: bind("feishu"),
    wecom: bind("wecom"),
    dingtalk: bind("dingtalk"),
    telegram: bind("telegram"),
  };
}

/** The variables that a platform needs. */
export function variablesOf(platform: Platform): string[] {
  const names: string[] = [];
  const need: Need = (name) => {
    names.push(name);
    return "";
  };
  ROWS[platform](need, () => ({}));
  return names;
}
