import type { AIMessage, AIUsage } from "@botwright/core";

/** A request to a chat or vision model. */
export interface ChatRequest {
  /** The provider's name of the model. */
  readonly model: string;
  /** In OpenAI's format; the system prompt is the first message. */
  readonly messages: readonly AIMessage[];
  readonly maxTokens: number;
  /** @default the provider's choice */
  readonly temperature?: number;
}

/** The answer of a chat or vision model. */
export interface ChatCompletion {
  readonly text: string;
  /** Tokens as counted by the provider; absent if it does not report them. */
  readonly usage?: AIUsage;
}

/** A request to an image model. */
export interface ImageRequest {
  /** The provider's name of the model. */
  readonly model: string;
  readonly prompt: string;
  /** `<width>x<height>` in pixels, checked. @default the provider's choice */
  readonly size?: string;
}

/** The image that a model created. */
export interface GeneratedImage {
  /** A URL, or a `data:` URL if the provider returns bytes. */
  readonly imageUrl: string;
  /** The provider's text, such as the prompt as it interpreted it. */
  readonly text?: string;
}

/** Options of a provider call. */
export interface ProviderCall {
  /** Aborts when the caller no longer waits for the answer. */
  readonly signal: AbortSignal;
  /** The same for all attempts of one charged call, for providers that recognize repeated requests. */
  readonly idempotencyKey?: string;
}

/**
 * A service that runs AI models. It rejects with a `ProviderError` (compare `code`) when it does not
 * answer; the call is then not charged.
 */
export interface ModelProvider {
  chat(request: ChatRequest, call: ProviderCall): Promise<ChatCompletion>;
  generateImage(request: ImageRequest, call: ProviderCall): Promise<GeneratedImage>;
  /** Returns the names of the provider's models. */
  listModels(call: ProviderCall): Promise<string[]>;
}
