/** The limits and defaults of `POST /api/plugins/ai-proxy`, which needs no login. */
export const AI_PROXY_LIMITS = {
  requestsPerAddressPerHour: 60,
  /** The number of messages that are used: the most recent ones. */
  messages: 10,
  /** Unicode code points of these messages together. */
  characters: 4000,
  defaultMaxTokens: 800,
  maxTokens: 2000,
  defaultTemperature: 0.7,
  maxTemperature: 1.5,
  timeoutMs: 30_000,
} as const;
