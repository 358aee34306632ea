import assert from "node:assert/strict";
import type { Platform } from "@botwright/core";
import { casesWith, type ContractCase } from "@botwright/core/contract";
import type { CredentialStore, StoredCredentials } from "../ports/credential-store.ts";

/** Credentials to put into a store before it is read. */
export interface CredentialsToStore {
  readonly userId: number;
  readonly platform: Platform;
  readonly isDefault?: boolean;
}

/** A credential store under test, and a way to add a set of credentials to it. */
export interface CredentialStoreContractContext {
  readonly store: CredentialStore;
  /** Stores a set, one millisecond later than the set before, and resolves to the stored set. */
  readonly add: (set: CredentialsToStore) => Promise<StoredCredentials>;
}

/** The rules of a {@link CredentialStore}; each case creates one without credentials. */
export function credentialStoreContract(
  create: () => CredentialStoreContractContext | Promise<CredentialStoreContractContext>,
): ContractCase[] {
  return casesWith(create, {
    "lists the sets of an account for a platform, oldest first": async ({ store, add }) => {
      const first = await add({ userId: 1, platform: "feishu" });
      const second = await add({ userId: 1, platform: "feishu", isDefault: true });
      const third = await add({ userId: 1, platform: "feishu" });
      assert.deepEqual(await store.list(1, "feishu"), [first, second, third]);
      assert.deepEqual(
        [first, second, third].map(({ isDefault }) => isDefault),
        [false, true, false],
      );
    },
    "lists none of another account or platform": async ({ store, add }) => {
      await add({ userId: 1, platform: "feishu" });
      assert.deepEqual(await store.list(2, "feishu"), []);
      assert.deepEqual(await store.list(1, "wecom"), []);
    },
  });
}
