import type { CredentialsPlatform, PluginCategory } from "@botwright/core";
import type { TrialConversation } from "./plugins.ts";
import type { CredentialsRecord } from "../../credentials/credentials.ts";
import type {
  LibraryCode,
  LibraryItem,
  LibraryPlugin,
  LibraryVersion,
} from "../../library/library.ts";

/** Bodies of `/api/credentials`. */
export interface LibraryBodies {
  AddCredentials: {
    platform: CredentialsPlatform;
    /**
     * @minLength 1
     * @maxLength 100
     */
    name?: string;
    /** Values by the names of the platform's fields, which `GET /api/platforms` lists. */
    credentials: { [name: string]: string };
    /** @default false */
    is_default?: boolean;
  };
  ChangeCredentials: {
    /**
     * @minLength 1
     * @maxLength 100
     */
    name?: string;
    is_default?: boolean;
    /** All values; they replace the stored ones. */
    credentials?: { [name: string]: string };
  };
  LibraryTrial: TrialConversation;
}

/** Queries of `/api/library`. */
export interface LibraryQueries {
  LibrarySearch: {
    /**
     * Part of the name, the description, the slug or a trigger.
     * @maxLength 200
     */
    text?: string;
    category?: PluginCategory;
    /** @default "installs" */
    order?: "installs" | "new";
    /**
     * `next` of the page before.
     * @maxLength 40
     */
    after?: string;
    /**
     * @type uint32
     * @minimum 1
     * @maximum 200
     * @default 50
     */
    limit?: number;
  };
}

/** Answers of `/api/library` and `/api/credentials`. */
export interface LibraryAnswers {
  LibraryPage: { items: LibraryItem[]; next: string | null };
  LibraryPlugin: LibraryPlugin;
  LibraryCode: LibraryCode;
  LibraryVersions: { items: LibraryVersion[] };
  Credentials: CredentialsRecord;
  CredentialsList: { items: CredentialsRecord[] };
}
