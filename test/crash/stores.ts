import {
  type AIService,
  createMemoryInbox,
  createMemoryJournal,
  createMemoryStorage,
  type Inbox,
  type IncomingMessage,
  type Journal,
  type StorageProvider,
} from "@botwright/core";

/** What outlives a process: the stores of a host. */
export interface CrashStores {
  readonly journal: Journal;
  readonly storage: StorageProvider;
  /** An AI service that charges once for a key. */
  readonly aiService: AIService;
  /** What each key was charged for; a key is charged once, and each call without one. */
  charges(): ReadonlyMap<string, string>;
  /** Votes of another chat so far: it votes while the plugin holds a value that it has read. */
  readonly others: { votes: number };
  /**
   * Opens the inbox again: accepted messages that are not done are handled again.
   * @param onDone awaited before a message counts as done
   */
  openInbox(onDone: () => Promise<void>): Promise<Inbox>;
}

/** Creates empty stores; every implementation that passes the contract suites can take their place. */
export type CreateCrashStores = () => Promise<CrashStores> | CrashStores;

/** Stores in the memory of the test's process, which does not die. */
export function createMemoryStores(): CrashStores {
  const accepted = new Map<string, { readonly incoming: IncomingMessage; isDone: boolean }>();
  const charges = new Map<string, string>();
  let asked = 0;

  function ai(key?: string): AIService {
    return {
      async callModel(input) {
        const known = key === undefined ? undefined : charges.get(key);
        const text = known ?? `answer ${++asked} to ${JSON.stringify(input).length} characters`;
        charges.set(key ?? `call ${asked} without a key`, text);
        return {
          text,
          imageUrl: null,
          usage: { prompt_tokens: 1, completion_tokens: 1 },
          credits_deducted: 1,
          free_use: false,
          error: null,
        };
      },
      getModelsByCategory: async () => [],
      getModelInfo: async () => null,
      isFreeModel: async () => false,
      getImageUsageToday: async () => asked,
      getFreeImageQuota: async () => ({ dailyPerUser: 3 }),
      ...(key === undefined && { forEffect: ai }),
    };
  }

  return {
    journal: createMemoryJournal(),
    storage: createMemoryStorage(),
    aiService: ai(),
    charges: () => charges,
    others: { votes: 0 },
    async openInbox(onDone) {
      const inbox = createMemoryInbox();
      for (const { incoming, isDone } of accepted.values()) {
        if (!isDone) await inbox.accept(incoming);
      }
      return {
        ...inbox,
        async accept(incoming) {
          if (accepted.has(incoming.id)) return "duplicate";
          accepted.set(incoming.id, { incoming, isDone: false });
          return inbox.accept(incoming);
        },
        process(handler) {
          inbox.process(async (incoming) => {
            await handler(incoming);
            await onDone();
            const kept = accepted.get(incoming.id);
            if (kept !== undefined) kept.isDone = true;
          });
        },
      };
    },
  };
}
