import assert from "node:assert/strict";
import {
  CREDENTIALS_PLATFORMS,
  type CredentialsByPlatform,
  type GetPlatformCreds,
} from "../ports/credentials.ts";
import type { ContractCase } from "./case.ts";

/** Credentials that an account has configured. */
export type ConfiguredCredentials = Partial<CredentialsByPlatform>;

const ALL: CredentialsByPlatform = {
  feishu: { app_id: "cli_1", app_secret: "feishu secret" },
  wecom: { corp_id: "ww1", agent_id: "1000002", secret: "wecom secret" },
  dingtalk: { app_key: "ding1", app_secret: "dingtalk secret", robot_code: "ding1" },
};

/** The rules of `getPlatformCreds`; each case creates an account with these credentials. */
export function credentialsContract(
  create: (configured: ConfiguredCredentials) => GetPlatformCreds | Promise<GetPlatformCreds>,
): ContractCase[] {
  return [
    // spec: credentials.feishu, credentials.wecom, credentials.dingtalk, get-creds.platforms
    {
      name: "gives what is configured, with the platform's own names",
      async run() {
        const get = await create(ALL);
        for (const platform of CREDENTIALS_PLATFORMS) {
          assert.deepEqual(await get(platform), ALL[platform]);
        }
      },
    },
    // spec: get-creds.none
    {
      name: "gives null for what is not configured, and for WeChat and Telegram always",
      async run() {
        const get = await create({ feishu: ALL.feishu });
        for (const platform of ["wecom", "dingtalk", "wechat", "telegram"] as const) {
          assert.equal(await get(platform), null);
        }
      },
    },
    {
      name: "gives a copy: a plugin's changes to it reach no other caller",
      async run() {
        const get = await create(ALL);
        const given = await get("feishu");
        assert.ok(given !== null);
        Object.assign(given, { app_secret: "overwritten" });
        assert.deepEqual(await get("feishu"), ALL.feishu);
      },
    },
  ];
}
