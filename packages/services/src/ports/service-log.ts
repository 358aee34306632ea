import type { AIModelCategory, AIUsage, Platform, SearchErrorCode } from "@botwright/core";

interface Entry {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly userId: number;
  readonly pluginSlug: string;
  /** The bot and the exact id of the message that the plugin handles; absent outside of a run. */
  readonly botDbId?: number;
  readonly messageId?: string;
}

/** A model call, without question and answer. */
export interface AILogEntry extends Entry {
  readonly type: "ai";
  /** Identifies the call: when it is repeated after a crash, its entry replaces the earlier one. */
  readonly effectKey?: string;
  /** The key of its rows in the ledger; absent when nothing was reserved. */
  readonly chargeKey?: string;
  readonly model: string;
  readonly category: AIModelCategory;
  readonly usage: AIUsage;
  readonly credits: number;
  readonly freeUse: boolean;
  readonly durationMs: number;
  /** The error text that the plugin received, or `null`. */
  readonly error: string | null;
  /** The stable code of the error, such as `SPENDING_LIMIT` or `PROVIDER_TIMEOUT`. */
  readonly errorCode: string | null;
}

/** A search. */
export interface SearchLogEntry extends Entry {
  readonly type: "search";
  readonly query: string;
  readonly region: string;
  readonly maxResults: number;
  /** The provider that answered, or `null`. */
  readonly provider: string | null;
  readonly cached: boolean;
  readonly count: number;
  readonly durationMs: number;
  readonly errorCode: SearchErrorCode | null;
}

/** A read of platform credentials. */
export interface CredentialsLogEntry extends Entry {
  readonly type: "credentials";
  readonly platform: Platform;
  /** Whether credentials were configured. */
  readonly found: boolean;
  /** The id of the set that was read, or `null`. */
  readonly credentialsId: string | null;
}

/** The record of one use of a service. No entry contains a secret. */
export type ServiceLogEntry = AILogEntry | SearchLogEntry | CredentialsLogEntry;

/** Records uses of services, for operators' statistics and the audit of credentials. */
export interface ServiceLog {
  /**
   * Records a use. The entry of a model call replaces the entry with the same `effectKey`, unless that entry was
   * charged more: a process that was paused in the call may record a failure after another process has made the call.
   */
  record(entry: ServiceLogEntry): Promise<void>;
}
