import type { AIMessage, AIUsage, ChatModelInput, JsonValue } from "@botwright/core";

/** Beyond its text: role, separators, and what templates put around a message. */
const MESSAGE_TOKENS = 16;
const DEFAULT_MEDIA_TOKENS = 16_384;
/** Of English, as a rule of thumb. */
const BYTES_PER_TOKEN = 4;

/**
 * The most tokens that messages can count for: tokenizers work on bytes and never make more tokens
 * than there are, and a picture counts for what the model's definition says.
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

/** What a chat counts for where the provider does not say: a token for every four bytes. */
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

/** The text of a content part; `undefined` for pictures and other media. */
function textOf(part: JsonValue): string | undefined {
  if (typeof part === "string") return part;
  const isObject = typeof part === "object" && part !== null;
  const text: unknown = isObject ? Reflect.get(part, "text") : undefined;
  return typeof text === "string" ? text : undefined;
}

function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
