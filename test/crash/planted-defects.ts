import type {
  AIService,
  Journal,
  KeyValueStore,
  PlatformAdapter,
  SendOptions,
} from "@botwright/core";

/** What a host can be made to do wrong, to show that the checks find it. */
export type DefectName =
  | "a journal that forgets outcomes"
  | "a journal that keeps no beginnings"
  | "a storage without effect keys"
  | "an AI service without effect keys"
  | "sends without idempotency keys";

/** What becomes of each port: one that loses what it must not lose. */
interface Defect {
  readonly journal: (journal: Journal) => Journal;
  readonly store: (store: KeyValueStore) => KeyValueStore;
  readonly adapter: (adapter: PlatformAdapter) => PlatformAdapter;
  readonly aiService: <Service extends AIService>(service: Service) => Service;
}

const NONE: Defect = {
  journal: (journal) => journal,
  store: (store) => store,
  adapter: (adapter) => adapter,
  aiService: (service) => service,
};

const DEFECTS: Readonly<Record<DefectName, Partial<Defect>>> = {
  "a journal that forgets outcomes": {
    journal: (journal) => ({ ...journal, read: async () => [] }),
  },
  "a journal that keeps no beginnings": {
    journal: (journal) => ({
      ...journal,
      write: (entries) => journal.write(entries.filter(({ outcome }) => outcome)),
    }),
  },
  "a storage without effect keys": {
    store: (store) => ({
      ...store,
      write: (scope, { effect: _effect, ...entry }) => store.write(scope, entry),
    }),
  },
  "an AI service without effect keys": {
    aiService(service) {
      const keyless = { ...service };
      delete keyless.forEffect;
      return keyless;
    },
  },
  "sends without idempotency keys": {
    adapter: (adapter) => ({
      ...adapter,
      sendText: (to, text, options) => adapter.sendText(to, text, withoutKey(options)),
    }),
  },
};

/** A plugin of the corpus in which each defect shows. */
export const SHOWN_IN: readonly (readonly [defect: DefectName, plugin: string])[] = [
  ["a journal that forgets outcomes", "chance and time"],
  ["a journal that keeps no beginnings", "one reply"],
  ["a storage without effect keys", "a count, atomic"],
  ["an AI service without effect keys", "one paid answer"],
  ["sends without idempotency keys", "one reply"],
];

/** What becomes of the ports with a defect; without one they stay as they are. */
export function defectOf(name: DefectName | undefined): Defect {
  return name === undefined ? NONE : { ...NONE, ...DEFECTS[name] };
}

function withoutKey({ idempotencyKey: _key, ...options }: SendOptions = {}): SendOptions {
  return options;
}
