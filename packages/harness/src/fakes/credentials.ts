import type { CredentialsByPlatform } from "@botwright/core";
import type { CredentialsSetup, Secrets } from "@botwright/services";

/** The credentials that the account has configured. */
export type FakeCredentials = Partial<CredentialsByPlatform>;

/** Does not encrypt, because a test has no secrets. */
const UNSEALED: Secrets = { seal: async (text) => text, open: async (sealed) => sealed };

/**
 * What the services find: one set for each platform that is configured.
 *
 * @param configured called at each lookup
 */
export function scriptedCredentials(configured: () => FakeCredentials): CredentialsSetup {
  return {
    secrets: UNSEALED,
    store: {
      async list(userId, platform) {
        if (platform === "wechat" || platform === "telegram") return [];
        const found = configured()[platform];
        if (found === undefined) return [];
        const sealed = JSON.stringify(found);
        return [{ id: platform, userId, platform, sealed, isDefault: true, createdAt: 0 }];
      },
    },
  };
}
