import type { AIModelCategory, TriggerConflictReport } from "@botwright/core";
import type { ModelProviderRecord } from "../../models/model-providers.ts";
import type { ModelRecord } from "../../models/model-record.ts";
import type { SettingsRecord } from "../../models/configuration.ts";
import type { SearchProviderType } from "../../models/search-providers.ts";
import type { SearchLogRecord, SearchStats } from "../../search-log/search-log.ts";

/**
 * What may be set of a provider of models.
 *
 * @public the type of the HTTP interface names it
 */
export interface ModelProviderFields {
  /**
   * Unique; models name it.
   * @maxLength 128
   */
  name?: string;
  /**
   * Of an API like OpenAI's, with its version; it may be in the host's own network.
   * @maxLength 2000
   */
  base_url?: string;
  /**
   * Stored sealed, and never returned. What is not given stays; `null` removes it.
   * @maxLength 4096
   */
  api_key?: string | null;
}

/**
 * What may be set of a model.
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
   * The provider's name of the model.
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
   * Whether plugins see it.
   * @default true
   */
  enabled?: boolean;
  /**
   * Its place in lists; smaller ones are first.
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
   * That of an engine that is there already: what is not given stays.
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
   * Required for SearXNG; `null` is the public service's.
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
     * Images that each account may make for nothing each day.
     * @type uint32
     */
    free_images_per_day?: number;
    /**
     * The model of ai-proxy when a request names none; `null` is the first free chat model.
     * @maxLength 128
     */
    default_model?: string | null;
    /**
     * For how many days journals of runs are kept; `null` is as the host was started. It counts from the next
     * hour on.
     * @type uint32
     */
    journal_days?: number | null;
    /**
     * All search engines, in the order in which they are asked; one that is not in the list is removed.
     * @maxItems 50
     */
    search_providers?: SearchProviderFields[];
  };
}

/** Queries of the reports. */
export interface ServicesQueries {
  SearchLogs: {
    /**
     * Searches with a lower id: that of the last one of the page before.
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
