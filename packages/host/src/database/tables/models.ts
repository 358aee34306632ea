import type { AIModelCategory } from "@botwright/core";
import type { ColumnType, Generated } from "kysely";

/** Set by the database when a row is inserted. */
type CreatedAt = ColumnType<Date, never, never>;

/** A server that runs AI models. */
interface AIProviderTable {
  id: Generated<number>;
  name: string;
  base_url: string;
  /** The sealed key; `null`: no key is sent. */
  sealed: string | null;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

/** A model that plugins can call. Prices are decimals of arbitrary precision, as strings. */
export interface AIModelTable {
  id: Generated<number>;
  name: string;
  display_name: string;
  brand: string;
  category: AIModelCategory;
  provider_id: number;
  /** The model's name at the provider. */
  provider_model: string;
  input_price: string;
  output_price: string;
  cost_multiplier: string;
  is_free: boolean;
  enabled: boolean;
  position: number;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

/** A search engine. */
export interface SearchProviderTable {
  id: Generated<number>;
  name: string;
  type: "searxng" | "brave" | "tavily" | "duckduckgo";
  /** `null`: the address of the public service. */
  base_url: string | null;
  sealed: string | null;
  enabled: boolean;
  position: number;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

/** A setting, as JSON by key. */
interface HostSettingTable {
  key: string;
  value: string;
  updated_at: Generated<Date>;
}

/** The tables of models, providers and settings. */
export interface ModelTables {
  ai_provider: AIProviderTable;
  ai_model: AIModelTable;
  search_provider: SearchProviderTable;
  host_setting: HostSettingTable;
}
