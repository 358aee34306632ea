import type { AdapterCapabilities, AdapterStatus, LocalizedText, Platform } from "@botwright/core";
import type { Simulator, WechatSimulator } from "@botwright/simulators";

/**
 * Whether messages come; `"login"` until a person has logged the bot in, `"unbound"` where people bind bots
 * and none runs.
 */
export type PageState = "starting" | "login" | "connected" | "failed" | "unbound";

/** How a bot is connected to its platform at this moment. */
export interface PageStatus {
  readonly state: PageState;
  /** Why it failed, in words. */
  readonly problem?: string | undefined;
  /** What a person can do about it. */
  readonly advice?: LocalizedText | undefined;
}

/** The capabilities that the page uses: it offers nothing else. */
export type PageCapabilities = Pick<AdapterCapabilities, "typing" | "quotes" | "receive">;

/** One platform on the page, with the bot that is on it. */
export interface PagePlatform {
  readonly platform: Platform;
  /** Plays the platform; left out when the bot is on the real one, where people write to it. */
  readonly simulator?: Simulator | undefined;
  readonly capabilities: PageCapabilities;
  /** The connection when the page is made; changes come by `ChatPage.onEvent`. @default connected */
  readonly status?: AdapterStatus | undefined;
  /** Where a person binds a bot, if that is done elsewhere. Until a bot reports its status, there is none. */
  readonly bindAt?: string | undefined;
  /** Present where a person logs the bot in by a QR code. */
  readonly login?: PageLogin | undefined;
  /** The person whom the page plays. @default the platform's in {@link SAMPLE_USERS} */
  readonly user?: string | undefined;
  /** The name of the person with an id. @default the id */
  readonly nameOf?: ((id: string) => string | undefined) | undefined;
  /**
   * The platform's id for a further person by this name, of letters, digits, `_` and `-`. Left out, the
   * page plays one person.
   */
  readonly idOf?: ((name: string) => string) | undefined;
}

/** The login of a WeChat bot by QR code. How far it is, the events of the bot tell. */
export interface PageLogin {
  /** The simulated phone; left out where a person's own phone scans. */
  readonly phone?: Pick<WechatSimulator, "bind" | "confirm" | "expire" | "scan"> | undefined;
}

/** The stage of a login. */
export interface LoginView {
  readonly stage: "starting" | "waiting" | "scanned" | "connected" | "failed";
  /** The content of the QR code, while there is one. */
  readonly content?: string | undefined;
  /** How many codes there have been, so that a new code is recognised as new. */
  readonly codes: number;
  /** Why it failed. */
  readonly error?: string | undefined;
}

/** The platforms' names, as people read them. */
export const PLATFORM_TITLES: Readonly<Record<Platform, string>> = {
  wechat: "WeChat",
  feishu: "Feishu",
  wecom: "WeCom",
  dingtalk: "DingTalk",
  telegram: "Telegram",
};

/** A person's id on each platform: ids have a form of their own everywhere. */
export const SAMPLE_USERS: Readonly<Record<Platform, string>> = {
  wechat: "someone@im.wechat",
  feishu: "ou_1001",
  wecom: "zhangsan",
  dingtalk: "manager4220",
  telegram: "1001",
};
