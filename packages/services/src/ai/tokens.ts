import type { AIMessage, AIUsage, ChatModelInput, JsonValue } from "@botwright/core";

/** Tokens of a message beside its text: role, separators and the model's chat template. */
const MESSAGE_TOKENS = 16;
const DEFAULT_MEDIA_TOKENS = 16_384;
/** Bytes per token of English text, a rule of thumb. */
const BYTES_PER_TOKEN = 4;

/**
 * An upper bound of a prompt's tokens: a tokenizer never produces more tokens than bytes, and an image
 * counts what the model's definition says.
 */
export function maxPromptTokens(
  messages: readonly AIMessage[],
  maxMediaTokens: number = DEFAULT_MEDIA_TOKENS,
): number {
  let tokens = MESSAGE_TOKENS;
  for (const { content } of messages) {
    tokens += MESSAGE_TOKENS;
    const parts = Array.isArray(content) ? content : [content];
    for (const part of parts) tokens += partTokens(part, maxMediaTokens);
  }
  return tokens;
}

/** Estimates a chat's usage where the provider reports none: one token per four bytes. */
export function estimateUsage(input: ChatModelInput, text: string): AIUsage {
  return {
    prompt_tokens: tokensIn(JSON.stringify([input.systemPrompt ?? "", input.messages])),
    completion_tokens: tokensIn(text),
  };
}

function partTokens(part: JsonValue, maxMediaTokens: number): number {
  const text = textOf(part);
  return text === undefined ? maxMediaTokens : Buffer.byteLength(text) + MESSAGE_TOKENS;
}

/** The text of a content part; `undefined` for images and other media. */
function textOf(part: JsonValue): string | undefined {
  if (typeof part === "string") return part;
  const isObject = typeof part === "object" && part !== null;
  const text: unknown = isObject ? Reflect.get(part, "text") : undefined;
  return typeof text === "string" ? text : undefined;
}

function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
