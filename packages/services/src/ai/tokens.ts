import type { AIUsage, ChatModelInput } from "@botwright/core";
import type { ContentPart, ReadMessage } from "./read-messages.ts";

/** Tokens beside a role or a text: separators and the model's chat template. */
const MESSAGE_TOKENS = 16;
const DEFAULT_MEDIA_TOKENS = 16_384;
/** Bytes per token of English text, a rule of thumb. */
const BYTES_PER_TOKEN = 4;

/**
 * An upper bound of a prompt's tokens: a tokenizer never produces more tokens than bytes, and an image
 * counts what the model's definition says.
 */
export function maxPromptTokens(
  messages: readonly ReadMessage[],
  maxMediaTokens: number = DEFAULT_MEDIA_TOKENS,
): number {
  let tokens = MESSAGE_TOKENS;
  for (const { role, content } of messages) {
    tokens += textTokens(role);
    if (typeof content === "string") tokens += textTokens(content);
    else for (const part of content) tokens += partTokens(part, maxMediaTokens);
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

function partTokens(part: ContentPart, maxMediaTokens: number): number {
  if (part.type === "text") return textTokens(part.text);
  const { detail } = part.image_url;
  return maxMediaTokens + (detail === undefined ? 0 : textTokens(detail));
}

function textTokens(text: string): number {
  return Buffer.byteLength(text) + MESSAGE_TOKENS;
}

function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
