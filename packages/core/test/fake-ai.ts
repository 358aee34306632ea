import type { AIService } from "../src/index.ts";

/** What a fake service of models answers. */
interface FakeAnswer {
  readonly text: string;
  /** @default 1 */
  readonly credits?: number;
  /** @default false */
  readonly free?: boolean;
}

/** A fake service of models, which has none to list. */
export function createFakeAI(
  answer: (input: Parameters<AIService["callModel"]>[0]) => FakeAnswer,
): AIService {
  return {
    async callModel(input) {
      const { text, credits = 1, free = false } = answer(input);
      return {
        text,
        imageUrl: null,
        usage: { prompt_tokens: 1, completion_tokens: 1 },
        credits_deducted: credits,
        free_use: free,
        error: null,
      };
    },
    getModelsByCategory: async () => [],
    getModelInfo: async () => null,
    isFreeModel: async () => false,
    getImageUsageToday: async () => 0,
    getFreeImageQuota: async () => ({ dailyPerUser: 0 }),
  };
}
