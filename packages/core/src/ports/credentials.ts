import type { Platform } from "../types/platform.ts";

/** Credentials of a Feishu application. */
export interface FeishuCredentials {
  app_id: string;
  app_secret: string;
}

/** Credentials of a WeCom application. */
export interface WecomCredentials {
  corp_id: string;
  agent_id: string;
  secret: string;
}

/** Credentials of a DingTalk robot. */
export interface DingtalkCredentials {
  app_key: string;
  app_secret: string;
  robot_code: string;
}

/** The credentials that plugins can read, by platform; those of WeChat and Telegram are not readable. */
export interface CredentialsByPlatform {
  readonly feishu: FeishuCredentials;
  readonly wecom: WecomCredentials;
  readonly dingtalk: DingtalkCredentials;
}

/** A platform whose credentials plugins can read. */
export type CredentialsPlatform = Extract<Platform, keyof CredentialsByPlatform>;

/** The platforms whose credentials plugins can read, in the order in which people are shown them. */
export const CREDENTIALS_PLATFORMS: readonly CredentialsPlatform[] = [
  "feishu",
  "wecom",
  "dingtalk",
];

/** The credentials to which `getPlatformCreds` can resolve. */
export type PlatformCredentials = CredentialsByPlatform[CredentialsPlatform];

/** Decrypted credentials of the account; `null` when none are configured, and for WeChat and Telegram. */
export type GetPlatformCreds = (platform: Platform) => Promise<PlatformCredentials | null>;
