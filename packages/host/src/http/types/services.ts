import type { AIModelCategory, TriggerConflictReport } from "@botwright/core";
import type { ModelProviderRecord } from "../../models/model-providers.ts";
import type { ModelRecord } from "../../models/model-record.ts";
import type { SettingsRecord } from "../../models/configuration.ts";
import type { SearchProviderType } from "../../models/search-providers.ts";
import type { SearchLogRecord, SearchStats } from "../../search-log/search-log.ts";

/**
 * The fields of a model provider that administrators set.
 *
 * @public the type of the HTTP interface names it
 */
export interface ModelProviderFields {
  /**
   * Unique; models refer to their provider by this name.
   * @maxLength 128
   */
  name?: string;
  /**
   * The base URL of an OpenAI-compatible API, with its version; it may be in the host's own network.
   * @maxLength 2000
   */
  base_url?: string;
  /**
   * Stored sealed, and never returned. Absent: the stored key stays; `null` removes it.
   * @maxLength 4096
   */
  api_key?: string | null;
}

/**
 * The fields of a model that administrators set.
 *
 * @public the type of the HTTP interface names it
 */
export interface ModelFields {
  /**
   * Unique; plugins call it by this name.
   * @maxLength 128
   */
  model_name?: string;
  /**
   * @default the name
   * @maxLength 100
   */
  display_name?: string;
  /**
   * @default the provider's name
   * @maxLength 100
   */
  brand?: string;
  /**
   * The name of its provider.
   * @maxLength 128
   */
  provider?: string;
  /**
   * The model's name at the provider.
   * @default the name
   * @maxLength 128
   */
  provider_model?: string;
  /** @default "chat" */
  category?: AIModelCategory;
  /**
   * USD per million tokens; for image models per thousand images. Write decimals as texts: "0.07".
   * @default 0
   */
  input_price?: string | number;
  /**
   * USD per million tokens.
   * @default 0
   */
  output_price?: string | number;
  /** @default 1 */
  cost_multiplier?: string | number;
  /** @default true, unless it has prices */
  is_free?: boolean;
  /**
   * Whether plugins can list and call the model.
   * @default true
   */
  enabled?: boolean;
  /**
   * The model's position in lists, in ascending order.
   * @type uint32
   * @default 0
   */
  order?: number;
}

/**
 * A search engine as an administrator enters it.
 *
 * @public the type of the HTTP interface names it
 */
export interface SearchProviderFields {
  /**
   * The id of an existing engine, whose absent fields keep their values. Absent: a new engine.
   * @type uint64
   * @maximum 9007199254740991
   */
  id?: number;
  type: SearchProviderType;
  /**
   * Unique; the `source` of its results.
   * @default the type
   * @maxLength 128
   */
  name?: string;
  /**
   * Required for SearXNG. `null`: the address of the public service.
   * @maxLength 2000
   */
  base_url?: string | null;
  /**
   * Required for Brave and Tavily. Stored sealed, and never returned.
   * @maxLength 4096
   */
  api_key?: string | null;
  /** @default true */
  enabled?: boolean;
}

/** Bodies of the administration of models, providers and settings. */
export interface ServicesBodies {
  NewModelProvider: ModelProviderFields & Required<Pick<ModelProviderFields, "name" | "base_url">>;
  ModelProviderChanges: ModelProviderFields;
  NewModel: ModelFields & Required<Pick<ModelFields, "model_name" | "provider">>;
  ModelChanges: ModelFields;
  SettingsChanges: {
    /**
     * The number of images that each account may generate per day without cost.
     * @type uint32
     */
    free_images_per_day?: number;
    /**
     * The model that ai-proxy uses if a request names none; `null`: the first free chat model.
     * @maxLength 128
     */
    default_model?: string | null;
    /**
     * Days after which journals of runs are deleted; `null`: the number with which the host was started.
     * A change applies from the next deletion on, which runs every hour.
     * @type uint32
     */
    journal_days?: number | null;
    /**
     * All search engines, in the order in which the host queries them. An engine that is not in the list is deleted.
     * @maxItems 50
     */
    search_providers?: SearchProviderFields[];
  };
}

/** Queries of the reports. */
export interface ServicesQueries {
  SearchLogs: {
    /**
     * The id of the previous page's last search: lists searches with a lower id.
     * @type uint64
     * @maximum 9007199254740991
     */
    before?: number;
    /**
     * @type uint32
     * @minimum 1
     * @maximum 500
     * @default 50
     */
    limit?: number;
  };
}

/** Answers of the administration of models, providers and settings, and of the reports. */
export interface ServicesAnswers {
  ModelProvider: ModelProviderRecord;
  ModelProviders: { items: ModelProviderRecord[] };
  Model: ModelRecord;
  Models: { items: ModelRecord[] };
  Settings: SettingsRecord;
  SearchStats: SearchStats;
  SearchLogRecords: SearchLogRecord[];
  TriggerConflictReport: TriggerConflictReport;
}
