import type { AIUsage } from "@botwright/core";
import type { ContentPart, ReadMessage } from "./read-messages.ts";

/** Tokens that each role or text uses in addition, for separators and the model's chat template. */
const MESSAGE_TOKENS = 16;
const DEFAULT_MEDIA_TOKENS = 16_384;
/** Bytes per token of English text, a rule of thumb. */
const BYTES_PER_TOKEN = 4;
/** Bytes that an estimate adds for each message and each part: the JSON around its text, rounded. */
const BYTES_AROUND = 28;
/** Matches a URL that contains the image itself. */
const CONTAINED = /^data:/iu;

/**
 * An upper bound of a prompt's tokens: a tokenizer never produces more tokens than bytes, and for an image the
 * model's `maxMediaTokens` counts.
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

/**
 * Estimates a chat's usage when the provider reports none: one token for four bytes, and for an image at most
 * `maxMediaTokens`. Only lengths are summed, because a prompt may be long.
 */
export function estimateUsage(
  messages: readonly ReadMessage[],
  text: string,
  maxMediaTokens: number = DEFAULT_MEDIA_TOKENS,
): AIUsage {
  const mediaBytes = maxMediaTokens * BYTES_PER_TOKEN;
  let bytes = 0;
  for (const { role, content } of messages) {
    bytes += BYTES_AROUND + Buffer.byteLength(role);
    if (typeof content === "string") bytes += Buffer.byteLength(content);
    else for (const part of content) bytes += BYTES_AROUND + partBytes(part, mediaBytes);
  }
  return { prompt_tokens: tokensIn(bytes), completion_tokens: tokensIn(Buffer.byteLength(text)) };
}

function partBytes(part: ContentPart, mediaBytes: number): number {
  if (part.type === "text") return Buffer.byteLength(part.text);
  const { url } = part.image_url;
  // The size of an image that the provider fetches itself is not known here.
  return CONTAINED.test(url) ? Math.min(mediaBytes, Buffer.byteLength(url)) : mediaBytes;
}

function partTokens(part: ContentPart, maxMediaTokens: number): number {
  if (part.type === "text") return textTokens(part.text);
  const { detail } = part.image_url;
  return maxMediaTokens + (detail === undefined ? 0 : textTokens(detail));
}

function textTokens(text: string): number {
  return Buffer.byteLength(text) + MESSAGE_TOKENS;
}

function tokensIn(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}
