import type { ConfigSchemaItem, Platform, PluginMeta } from "@botwright/core";
import type { OwnPlugin } from "../../publication/own-plugin.ts";
import type { PluginRecord } from "../../publication/plugin-record.ts";
import type { TrialResult } from "../../trial/trial.ts";

/**
 * The fields of a submission, without the slug.
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
  /** `""`: the category that the file declares. */
  category?: PluginMeta["category"] | "";
  /** @maxLength 64 */
  version?: string;
  /** @maxItems 100 */
  config_schema?: ConfigSchemaItem[];
  /** @maxItems 200 */
  triggers?: string[];
  /** The plugin file, at most 256 KiB. */
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
 * A new plugin as its developer submits it: the specification's submission record.
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
 * The conversation of a trial: one person writes to a plugin.
 *
 * @public the type of the HTTP interface names it
 */
export interface TrialConversation {
  /**
   * The texts that the person sends, in order; each has 1 to 4000 characters.
   * @minItems 1
   * @maxItems 20
   */
  messages: string[];
  /** @default "telegram" */
  platform?: Platform;
  /** Settings by key. Absent settings have their defaults. */
  config?: { [key: string]: string | number | boolean };
}

/** Bodies of `/api/plugins`. */
export interface PluginBodies {
  SubmitPlugin: NewSubmission;
  UpdatePlugin: SubmissionFields;
  Trial: TrialConversation & {
    /** The plugin file, at most 256 KiB. */
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
