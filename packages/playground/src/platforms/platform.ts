import type { AdapterCapabilities, AdapterStatus, LocalizedText, Platform } from "@botwright/core";
import type { Simulator, WechatSimulator } from "@botwright/simulators";

/**
 * The state of a connection; `"login"` until a person has logged the bot in, `"unbound"` if people bind bots
 * and none is running.
 */
export type PageState = "starting" | "login" | "connected" | "failed" | "unbound";

/** The current connection of a bot to its platform. */
export interface PageStatus {
  readonly state: PageState;
  /** Why the connection failed, for people. */
  readonly problem?: string | undefined;
  /** What a person can do about it. */
  readonly advice?: LocalizedText | undefined;
}

/** The capabilities that the page uses: it offers nothing else. */
export type PageCapabilities = Pick<AdapterCapabilities, "typing" | "quotes" | "receive">;

/** One platform on the page, with its bot. */
export interface PagePlatform {
  readonly platform: Platform;
  /** The simulated platform; absent when the bot is on the real one, where people write to it. */
  readonly simulator?: Simulator | undefined;
  readonly capabilities: PageCapabilities;
  /** The connection when the page is created; `ChatPage.onEvent` reports changes. @default connected */
  readonly status?: AdapterStatus | undefined;
  /** The URL at which a person binds a bot, if people bind bots. Until a bot reports its status, none is running. */
  readonly bindAt?: string | undefined;
  /** Present if a person logs the bot in by a QR code. */
  readonly login?: PageLogin | undefined;
  /** The id of the person as whom the page writes. @default the platform's in {@link SAMPLE_USERS} */
  readonly user?: string | undefined;
  /** The name of the person with an id. @default the id */
  readonly nameOf?: ((id: string) => string | undefined) | undefined;
  /**
   * The platform's id for a further person of this name, which has letters, digits, `_` and `-`. Without it, the
   * page writes as one person.
   */
  readonly idOf?: ((name: string) => string) | undefined;
}

/** The login of a WeChat bot by QR code. The bot's events report its progress. */
export interface PageLogin {
  /** The simulated phone; absent when a person scans with a real phone. */
  readonly phone?: Pick<WechatSimulator, "bind" | "confirm" | "expire" | "scan"> | undefined;
}

/** The stage of a login. */
export interface LoginView {
  readonly stage: "starting" | "waiting" | "scanned" | "connected" | "failed";
  /** The content of the QR code, if one is shown. */
  readonly content?: string | undefined;
  /** The number of codes so far, so that a new code is recognised as new. */
  readonly codes: number;
  /** Why it failed. */
  readonly error?: string | undefined;
}

/** The platforms' names for people. */
export const PLATFORM_TITLES: Readonly<Record<Platform, string>> = {
  wechat: "WeChat",
  feishu: "Feishu",
  wecom: "WeCom",
  dingtalk: "DingTalk",
  telegram: "Telegram",
};

/** A sample person's id on each platform, because each platform has its own form of ids. */
export const SAMPLE_USERS: Readonly<Record<Platform, string>> = {
  wechat: "someone@im.wechat",
  feishu: "ou_1001",
  wecom: "zhangsan",
  dingtalk: "manager4220",
  telegram: "1001",
};
