import { randomUUID } from "node:crypto";
import { type Clock, type Platform, type PlatformCredentials, systemClock } from "@botwright/core";
import {
  credentialsContext,
  type CredentialStore,
  type StoredCredentials,
} from "../ports/credential-store.ts";
import type { Secrets } from "../ports/secrets.ts";

/** A set of credentials to store. */
export interface CredentialsInput {
  readonly userId: number;
  readonly platform: Platform;
  readonly credentials: PlatformCredentials;
  /** Preferred over newer sets. @default false */
  readonly isDefault?: boolean;
}

/** A {@link CredentialStore} in memory. */
export interface MemoryCredentialStore extends CredentialStore {
  add(input: CredentialsInput): Promise<StoredCredentials>;
}

/** Options of {@link createMemoryCredentialStore}. */
export interface MemoryCredentialStoreOptions {
  /** The same instance that the services use. */
  secrets: Secrets;
  clock?: Clock;
}

/**
 * Creates a store of credentials in memory; they are sealed there too.
 *
 * @example
 * const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
 * const store = createMemoryCredentialStore({ secrets });
 * await store.add({ userId: 1, platform: "feishu", credentials: { app_id, app_secret } });
 */
export function createMemoryCredentialStore(
  options: MemoryCredentialStoreOptions,
): MemoryCredentialStore {
  const { secrets, clock = systemClock } = options;
  const sets: StoredCredentials[] = [];
  return {
    list: async (userId, platform) =>
      sets.filter((set) => set.userId === userId && set.platform === platform),
    async add({ userId, platform, credentials, isDefault = false }) {
      const id = randomUUID();
      const sealed = await secrets.seal(JSON.stringify(credentials), credentialsContext(id));
      const set = { id, userId, platform, sealed, isDefault, createdAt: clock.now() };
      sets.push(set);
      return set;
    },
  };
}
