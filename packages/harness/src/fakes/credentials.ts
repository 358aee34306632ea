import type {
  DingtalkCredentials,
  FeishuCredentials,
  GetPlatformCreds,
  WecomCredentials,
} from "@botwright/core";

/** What the account has configured. */
export interface FakeCredentials {
  readonly feishu?: FeishuCredentials;
  readonly wecom?: WecomCredentials;
  readonly dingtalk?: DingtalkCredentials;
}

/** Gives what was configured, as a host does. */
export function createFakeCredentials(configured: FakeCredentials = {}): GetPlatformCreds {
  return async (platform) => {
    if (platform === "wechat" || platform === "telegram") return null;
    const known = configured[platform];
    return known === undefined ? null : { ...known };
  };
}
