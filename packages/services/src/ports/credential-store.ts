import type { Platform } from "@botwright/core";

/** One set of credentials of an account, as it is stored. */
export interface StoredCredentials {
  /** Unique; the context of `sealed` is {@link credentialsContext} of it. */
  readonly id: string;
  readonly userId: number;
  readonly platform: Platform;
  /** Its fields as sealed JSON, `{ "app_id": … }`. */
  readonly sealed: string;
  readonly isDefault: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Stores the sealed credentials of accounts. */
export interface CredentialStore {
  list(userId: number, platform: Platform): Promise<readonly StoredCredentials[]>;
}

/** The context that {@link StoredCredentials} are sealed with. */
export function credentialsContext(id: string): string {
  return `credentials/${id}`;
}
