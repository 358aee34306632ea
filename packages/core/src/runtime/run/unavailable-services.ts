import type { AIService } from "../../ports/ai.ts";
import type { SearchService } from "../../ports/search.ts";
import { SearchError } from "../../types/errors.ts";

/** Stands in where a host brings no AI: every call resolves with an `error` text. */
export const unavailableAIService: AIService = {
  callModel: async () => ({
    text: "",
    imageUrl: null,
    usage: { prompt_tokens: 0, completion_tokens: 0 },
    credits_deducted: 0,
    free_use: false,
    error: "This host has no AI service configured.",
  }),
  getModelsByCategory: async () => [],
  getModelInfo: async () => null,
  isFreeModel: async () => false,
  getImageUsageToday: async () => 0,
  getFreeImageQuota: async () => ({ dailyPerUser: 0 }),
};

/** Stands in where a host brings no search: every search rejects with `API_ERROR`. */
export const unavailableSearchService: SearchService = {
  async search() {
    throw new SearchError("this host has no search service configured", { code: "API_ERROR" });
  },
};
