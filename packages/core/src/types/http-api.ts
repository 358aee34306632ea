/** One model of `GET /api/plugins/free-models`. */
export interface FreeModel {
  id: string;
  provider: string;
}

/** Body of `POST /api/plugins/ai-models`. */
export interface AIModelsRequest {
  /** Base URL of an OpenAI-style API. */
  api_base_url: string;
  /** Neither stored nor logged. */
  api_key: string;
}

/** Answer of `POST /api/plugins/ai-models`. */
export interface AIModelsResponse {
  models: string[];
}

/** One message of the AI proxy. */
export interface AIProxyMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** Body of `POST /api/plugins/ai-proxy`. */
export interface AIProxyRequest {
  /** An id of the free-models list. */
  model?: string;
  /** Only the last 10 are kept; at most 4000 characters in sum. */
  messages: AIProxyMessage[];
  /** @default 800 */
  max_tokens?: number;
  /** @default 0.7 */
  temperature?: number;
}

/** Answer of `POST /api/plugins/ai-proxy`. */
export interface AIProxyResponse {
  choices: { message: { role: "assistant"; content: string } }[];
}

/** Body of every failed HTTP call. */
export interface ErrorResponse {
  error: string;
  /** Stable. */
  code: string;
}

/** Answer of `GET /api/admin/search/stats`. */
export interface SearchStats {
  today_total: number;
  by_plugin: { plugin_slug: string; count: number }[];
  by_user: { user_id: number; count: number }[];
}

/** One row of `GET /api/admin/search/logs`, newest first. */
export interface SearchLogEntry {
  id: number;
  /** ISO 8601. */
  created_at: string;
  user_id: number;
  plugin_slug: string;
  query: string;
  region: string;
  max_results: number;
  provider: string;
  cached: boolean;
  count: number;
  duration_ms: number;
  error_code: string | null;
}
