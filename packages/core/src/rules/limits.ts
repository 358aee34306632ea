/**
 * The limits and defaults of the specification, without those of a host's HTTP API, in bytes, milliseconds and
 * counts. Configurable ones are defaults.
 *
 * @example
 * console.log(LIMITS.storage.valueBytes); // 1048576
 */
export const LIMITS = {
  storage: {
    /** For all plugins of one account together. */
    userBytes: 5_242_880,
    valueBytes: 1_048_576,
    /**
     * Bytes of each entry in addition to its key and value, because it uses memory itself; at most 80,000 entries
     * fit.
     */
    entryBytes: 64,
    keyCharacters: 256,
  },
  freeAI: { callsPerUserPerHour: 200, defaultMaxTokens: 1024 },
  search: {
    perUserPerMinute: 30,
    perPluginPerMinute: 60,
    queryCharacters: 200,
    resultsMin: 1,
    resultsMax: 20,
    defaultResults: 5,
    /** Worldwide. */
    defaultRegion: "wt-wt",
    cacheMs: 300_000,
    timeoutMs: 30_000,
  },
  billing: {
    creditsPerUsd: 100,
    /** Number of tokens that chat and vision prices refer to. */
    tokensPerPrice: 1_000_000,
    /** Number of images that image prices refer to. */
    imagesPerPrice: 1000,
  },
  /** One text that a plugin sends. */
  text: {
    /** UTF-8 bytes of one text with all its parts, before and after formatting. */
    maxBytes: 65_536,
  },
  /** `bot.sendVoice`: SILK. */
  voice: { defaultEncodeType: 6 },
  /** One call of one handler. */
  call: {
    cpuMs: 1000,
    wallMs: 120_000,
    /**
     * Time that a run may take beyond its wall limit, for sends that have begun; also the time that its journal may
     * take for one answer.
     */
    graceMs: 30_000,
    /** How often a run may start again because a key that it had read was changed. */
    restarts: 5,
    memoryBytes: 134_217_728,
    hostCalls: 200,
    sends: 32,
    fetches: 20,
    fetchBytes: 5_242_880,
    fetchMs: 30_000,
    fetchRedirects: 5,
    consoleBytes: 65_536,
    /** Maximum length of a name in a host call: of a person, a chat's token, a file or a model. */
    nameCharacters: 8192,
  },
  plugin: {
    slugMin: 2,
    slugMax: 64,
    sourceBytes: 262_144,
    priorityMin: 0,
    priorityMax: 1000,
    defaultPriority: 70,
    thirdPartyPriorityMin: 60,
    thirdPartyPriorityMax: 90,
    defaultVersion: "1.0.0",
    defaultIcon: "🔌",
  },
  media: {
    prefetchBytes: 20_971_520,
    /** One medium that a plugin sends. */
    uploadBytes: 20_971_520,
  },
} as const;

/** The specification's default priorities by plugin slug or type; smaller runs first. */
export const DEFAULT_PRIORITIES: Readonly<Record<string, number>> = {
  "bot-menu": 5,
  "message-filter": 10,
  "keyword-reply": 30,
  "auto-greeting": 40,
  "webhook-forward": 50,
  game: 80,
  "ai-chat": 100,
};
