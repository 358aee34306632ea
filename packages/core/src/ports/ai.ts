import type { JsonValue } from "./storage.ts";

/** The purpose of a model. */
export type AIModelCategory = "chat" | "vision" | "image";

/** An available model. Prices are in USD per million tokens, for image models per thousand pictures. */
export interface AIModel {
  model_name: string;
  display_name: string;
  brand: string;
  input_price: number;
  output_price: number;
  category: AIModelCategory;
}

/** A model with the factor by which its cost is multiplied. */
export interface AIModelInfo extends AIModel {
  cost_multiplier: number;
}

/** One message in OpenAI's format; `content` may be text or content parts. */
export interface AIMessage {
  role: string;
  content: JsonValue;
}

/** Input of `callModel` for chat and vision models. */
export interface ChatModelInput {
  model: string;
  messages: AIMessage[];
  systemPrompt?: string;
  /** @default 1024 */
  maxTokens?: number;
}

/** Input of `callModel` for image models. */
export interface ImageModelInput {
  model: string;
  imagePrompt: string;
  /** `<width>x<height>` in pixels. */
  imageSize?: string;
}

/** Tokens used by a call. */
export interface AIUsage {
  prompt_tokens: number;
  completion_tokens: number;
}

/** Result of `callModel`. When the credits do not suffice, `error` says so; the call does not reject. */
export interface CallModelResult {
  text: string;
  imageUrl: string | null;
  usage: AIUsage;
  /** 100 credits = 1 USD; 0 for free models. */
  credits_deducted: number;
  free_use: boolean;
  error: string | null;
}

/** The AI service of plugins. The host does the routing, charging and logging. */
export interface AIService {
  /**
   * Calls a model. Never rejects because of credits or a provider: check `error`.
   *
   * @example
   * const { text, error } = await aiService.callModel({
   *   model, messages: [{ role: "user", content: msg.text }],
   * });
   */
  callModel(input: ChatModelInput | ImageModelInput): Promise<CallModelResult>;
  /** Returns the available models of a category, with their prices. */
  getModelsByCategory(category: AIModelCategory): Promise<AIModel[]>;
  /** Returns one model with its prices; `null` when there is no such model. */
  getModelInfo(name: string): Promise<AIModelInfo | null>;
  /** Whether the model costs nothing. */
  isFreeModel(name: string): Promise<boolean>;
  /** Number of pictures that were generated for the account today. */
  getImageUsageToday(): Promise<number>;
  /** Number of pictures per day that are free of charge for the account. */
  getFreeImageQuota(): Promise<{ dailyPerUser: number }>;
  /**
   * Returns the service bound to one idempotency key, under which a call is charged only once. For hosts, to repeat a
   * call after a crash; plugins do not have it.
   */
  forEffect?(key: string, isRepeat?: boolean): AIService;
}
