import type { ConfigSchemaItem, Platform, PluginMeta } from "@botwright/core";
import type { OwnPlugin } from "../../publication/own-plugin.ts";
import type { PluginRecord } from "../../publication/plugin-record.ts";
import type { TrialResult } from "../../trial/trial.ts";

/**
 * What may be submitted, beside the slug.
 *
 * @public the type of the HTTP interface names it
 */
export interface SubmissionFields {
  /**
   * @minLength 1
   * @maxLength 200
   */
  name?: string;
  /** @maxLength 1000 */
  description?: string;
  /**
   * An emoji.
   * @maxLength 32
   */
  icon?: string;
  /** `""`: as the file declares. */
  category?: PluginMeta["category"] | "";
  /** @maxLength 64 */
  version?: string;
  /** @maxItems 100 */
  config_schema?: ConfigSchemaItem[];
  /** @maxItems 200 */
  triggers?: string[];
  /** At most 256 KiB. */
  code?: string;
  /**
   * Markdown.
   * @maxLength 100000
   */
  readme?: string;
  /** @maxLength 500 */
  repository_url?: string;
}

/**
 * The specification's submission record.
 *
 * @public the type of the HTTP interface names it
 */
export interface NewSubmission extends SubmissionFields {
  /** @pattern ^[a-z0-9-]{2,64}$ */
  slug: string;
  /**
   * @minLength 1
   * @maxLength 200
   */
  name: string;
  code: string;
}

/**
 * A conversation with a plugin.
 *
 * @public the type of the HTTP interface names it
 */
export interface TrialConversation {
  /**
   * What a person writes, one after another; each text has 1 to 4000 characters.
   * @minItems 1
   * @maxItems 20
   */
  messages: string[];
  /** @default "telegram" */
  platform?: Platform;
  /** Settings, by their keys; others have their defaults. */
  config?: { [key: string]: string | number | boolean };
}

/** Bodies of `/api/plugins`. */
export interface PluginBodies {
  SubmitPlugin: NewSubmission;
  UpdatePlugin: SubmissionFields;
  Trial: TrialConversation & {
    /** At most 256 KiB. */
    code: string;
  };
}

/** Answers of `/api/plugins`. */
export interface PluginAnswers {
  PluginRecord: PluginRecord;
  PluginRecords: PluginRecord[];
  OwnPlugin: OwnPlugin;
  TrialResult: TrialResult;
}
