import { invalidInput, measureText } from "@botwright/core";
import { AI_PROXY_LIMITS } from "./ai-proxy-limits.ts";

/** A message of a chat in OpenAI's format. */
export interface AIProxyMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** The body of `POST /api/plugins/ai-proxy`. */
export interface AIProxyRequest {
  /** The id of a free model. @default the host's default model */
  readonly model?: string;
  /** At least one; only the last 10 are used. */
  readonly messages: readonly AIProxyMessage[];
  /** Clamped to 1–2000. @default 800 */
  readonly max_tokens?: number;
  /** Clamped to 0–1.5. @default 0.7 */
  readonly temperature?: number;
}

/** A request as the proxy sends it to the provider. */
export interface AIProxyCall {
  /** Without messages of the role `system`, which some models do not support. */
  readonly messages: readonly AIProxyMessage[];
  readonly maxTokens: number;
  readonly temperature: number;
}

/**
 * Applies the rules of the proxy: it takes the last 10 messages, which may have 4000 characters in total, merges those
 * of the role `system` into the first user message, and clamps the numbers. A character is a Unicode code point, so an
 * emoji of one code point and two UTF-16 units counts once.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field
 * @example
 * toProxyCall({ messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "Hi" }] });
 * // { messages: [{ role: "user", content: "Be brief.\n\nHi" }], maxTokens: 800, temperature: 0.7 }
 */
export function toProxyCall(request: AIProxyRequest): AIProxyCall {
  if (request.messages.length === 0) throw invalidInput("messages must have at least one message");
  // Only these members are copied, so that nothing reaches a provider that was not counted.
  const recent = request.messages
    .slice(-AI_PROXY_LIMITS.messages)
    .map(({ role, content }) => ({ role, content }));
  assertLength(recent);
  const { max_tokens: maxTokens = AI_PROXY_LIMITS.defaultMaxTokens } = request;
  const { temperature = AI_PROXY_LIMITS.defaultTemperature } = request;
  return {
    messages: mergeSystem(recent),
    maxTokens: clamp(Math.trunc(maxTokens), 1, AI_PROXY_LIMITS.maxTokens),
    temperature: clamp(temperature, 0, AI_PROXY_LIMITS.maxTemperature),
  };
}

function assertLength(messages: readonly AIProxyMessage[]): void {
  const { characters } = AI_PROXY_LIMITS;
  // A text has at least half as many code points as UTF-16 units, so a very long one need not be measured exactly.
  const units = messages.reduce((sum, { content }) => sum + content.length, 0);
  const isLong =
    units > 2 * characters ||
    messages.reduce((sum, { content }) => sum + measureText(content, "character"), 0) > characters;
  if (!isLong) return;
  throw invalidInput(
    `messages must have at most ${characters} characters in sum, counting the last ${AI_PROXY_LIMITS.messages}`,
  );
}

/**
 * Puts the contents of the role `system`, joined by blank lines, before the first user message's content. If there is
 * no user message, they become a user message before all others. Empty contents are left out.
 */
function mergeSystem(messages: readonly AIProxyMessage[]): AIProxyMessage[] {
  const others = messages.filter(({ role }) => role !== "system");
  const system = messages
    .filter(({ role, content }) => role === "system" && content !== "")
    .map(({ content }) => content)
    .join("\n\n");
  if (others.length > 0 && system === "") return others;
  const first = others.findIndex(({ role }) => role === "user");
  if (first === -1) return [{ role: "user", content: system }, ...others];
  return others.map((message, index) =>
    index === first ? { ...message, content: `${system}\n\n${message.content}` } : message,
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
