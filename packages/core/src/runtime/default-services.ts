import type { AIService, CallModelResult } from "../ports/ai.ts";
import { SearchError } from "../types/errors.ts";
import { LIMITS } from "../rules/limits.ts";
import type { SearchService } from "../ports/search.ts";

const UNAVAILABLE: CallModelResult = {
  text: "",
  imageUrl: null,
  usage: { prompt_tokens: 0, completion_tokens: 0 },
  credits_deducted: 0,
  free_use: false,
  error: "This host has no AI service configured.",
};

/** Stands in where a host brings no AI: every call resolves with an `error` text. */
export const unavailableAIService: AIService = {
  callModel: async () => ({ ...UNAVAILABLE, usage: { ...UNAVAILABLE.usage } }),
  getModelsByCategory: async () => [],
  getModelInfo: async () => null,
  isFreeModel: async () => false,
  getImageUsageToday: async () => 0,
  getFreeImageQuota: async () => ({ dailyPerUser: 0 }),
};

/** Stands in where a host brings no search: rejects with `INVALID_QUERY` or `API_ERROR`. */
export const unavailableSearchService: SearchService = {
  async search(query) {
    if (query.trim() === "" || query.length > LIMITS.search.queryCharacters) {
      throw new SearchError(`a query has 1 to ${LIMITS.search.queryCharacters} characters`, {
        code: "INVALID_QUERY",
      });
    }
    throw new SearchError("this host has no search service configured", { code: "API_ERROR" });
  },
};
