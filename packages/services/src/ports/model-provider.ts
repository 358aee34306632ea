import type { AIMessage, AIUsage } from "@botwright/core";

/** What a chat or vision model is asked. */
export interface ChatRequest {
  /** The provider's own name of the model. */
  readonly model: string;
  /** In OpenAI's format; a system prompt is the first message. */
  readonly messages: readonly AIMessage[];
  readonly maxTokens: number;
}

/** What a chat or vision model answered. */
export interface ChatCompletion {
  readonly text: string;
  /** Tokens as the provider counted them; left out where it does not say. */
  readonly usage?: AIUsage;
}

/** What an image model is asked. */
export interface ImageRequest {
  /** The provider's own name of the model. */
  readonly model: string;
  readonly prompt: string;
  /** `<width>x<height>` in pixels, checked. @default the provider's choice */
  readonly size?: string;
}

/** What an image model made. */
export interface GeneratedImage {
  /** An address, or a `data:` URL where the provider sends the bytes. */
  readonly imageUrl: string;
  /** What the provider says beside it, such as the prompt as it understood it. */
  readonly text?: string;
}

/** How a provider is called. */
export interface ProviderCall {
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal: AbortSignal;
  /** The same for every attempt of one charged call, for providers that recognise repeats. */
  readonly idempotencyKey?: string;
}

/**
 * A service that runs AI models. It rejects with a `ProviderError` (compare `code`) when it gives no
 * answer, and the call is then not charged.
 */
export interface ModelProvider {
  chat(request: ChatRequest, call: ProviderCall): Promise<ChatCompletion>;
  generateImage(request: ImageRequest, call: ProviderCall): Promise<GeneratedImage>;
  /** The names of its models, for those who choose. */
  listModels(call: ProviderCall): Promise<string[]>;
}
