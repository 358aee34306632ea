import type { Platform } from "@botwright/core";

/** A stored set of credentials of an account. */
export interface StoredCredentials {
  /** Unique; {@link credentialsContext} derives the context of `sealed` from it. */
  readonly id: string;
  readonly userId: number;
  readonly platform: Platform;
  /** The fields as sealed JSON, `{ "app_id": … }`. */
  readonly sealed: string;
  readonly isDefault: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Stores the sealed credentials of accounts. */
export interface CredentialStore {
  list(userId: number, platform: Platform): Promise<readonly StoredCredentials[]>;
}

/** The context with which {@link StoredCredentials} are sealed. */
export function credentialsContext(id: string): string {
  return `credentials/${id}`;
}
