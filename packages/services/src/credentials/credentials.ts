import type { Clock, GetPlatformCreds, Platform } from "@botwright/core";
import {
  credentialsContext,
  type CredentialStore,
  type StoredCredentials,
} from "../ports/credential-store.ts";
import type { Secrets } from "../ports/secrets.ts";
import type { MessageIdentity } from "../message-identity.ts";
import type { Recorder } from "../recorder.ts";
import { readCredentials } from "./read-credentials.ts";

/** Options of {@link createGetPlatformCreds}. */
export interface CredentialsOptions {
  readonly userId: number;
  readonly pluginSlug: string;
  readonly store: CredentialStore;
  readonly secrets: Secrets;
  readonly message: MessageIdentity;
  readonly record: Recorder;
  readonly clock: Clock;
}

/** Platforms whose credentials plugins cannot read. */
const WITHOUT: ReadonlySet<Platform> = new Set(["wechat", "telegram"]);

/**
 * Creates the `getPlatformCreds` of one plugin and account. It returns the default set of credentials, otherwise the
 * newest. Each call is recorded.
 */
export function createGetPlatformCreds(options: CredentialsOptions): GetPlatformCreds {
  const { userId, pluginSlug, store, secrets, record, clock } = options;

  async function find(platform: Platform): Promise<StoredCredentials | undefined> {
    return WITHOUT.has(platform)
      ? undefined
      : chooseCredentials(await store.list(userId, platform));
  }

  return async (platform) => {
    const chosen = await find(platform);
    try {
      if (chosen === undefined) return null;
      const json = await secrets.open(chosen.sealed, credentialsContext(chosen.id));
      return readCredentials(platform, json);
    } finally {
      // Also where they cannot be read: the plugin has asked for them.
      await record({
        type: "credentials",
        createdAt: clock.now(),
        userId,
        pluginSlug,
        ...options.message,
        platform,
        found: chosen !== undefined,
        credentialsId: chosen?.id ?? null,
      });
    }
  };
}

/**
 * The set that `getPlatformCreds` returns: the default one, otherwise the newest.
 *
 * @example
 * chooseCredentials(await store.list(userId, "feishu"))?.id;
 */
export function chooseCredentials(
  sets: readonly StoredCredentials[],
): StoredCredentials | undefined {
  // Of two sets from the same millisecond, the one listed later is newer.
  const byAge = sets.toReversed().toSorted((a, b) => b.createdAt - a.createdAt);
  return byAge.find(({ isDefault }) => isDefault) ?? byAge[0];
}
