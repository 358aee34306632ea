import type { JsonValue } from "./storage.ts";

/** What a model is for. */
export type AIModelCategory = "chat" | "vision" | "image";

/** A model on offer. Prices in USD per million tokens; for images per thousand pictures. */
export interface AIModel {
  model_name: string;
  display_name: string;
  brand: string;
  input_price: number;
  output_price: number;
  category: AIModelCategory;
}

/** A model with what its cost is multiplied by. */
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

/** Result of `callModel`. Too few credits are an `error` text, never an exception. */
export interface CallModelResult {
  text: string;
  imageUrl: string | null;
  usage: AIUsage;
  /** 100 credits = 1 USD; 0 for free models. */
  credits_deducted: number;
  free_use: boolean;
  error: string | null;
}

/** The AI service handed to plugins: routing, charging and logging are done behind it. */
export interface AIService {
  /**
   * Asks a model. Never rejects because of credits or a provider: look at `error`.
   *
   * @example
   * const { text, error } = await aiService.callModel({
   *   model, messages: [{ role: "user", content: msg.text }],
   * });
   */
  callModel(input: ChatModelInput | ImageModelInput): Promise<CallModelResult>;
  /** The models on offer for this, with their prices. */
  getModelsByCategory(category: AIModelCategory): Promise<AIModel[]>;
  /** One model with its prices; `null` for one that does not exist. */
  getModelInfo(name: string): Promise<AIModelInfo | null>;
  /** Whether the model costs nothing. */
  isFreeModel(name: string): Promise<boolean>;
  /** Pictures that the account has had made today. */
  getImageUsageToday(): Promise<number>;
  /** Pictures a day that cost the account nothing. */
  getFreeImageQuota(): Promise<{ dailyPerUser: number }>;
  /**
   * The same service for one effect: what is charged under a key is charged once. For hosts, after a
   * crash: a plugin does not have it.
   */
  forEffect?(key: string, isRepeat?: boolean): AIService;
}
