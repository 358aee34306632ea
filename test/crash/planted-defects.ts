import type { Journal, PlatformAdapter, SendOptions } from "@botwright/core";
import type { InstallationServices, KeyValueStore } from "@botwright/services";
import type { DefectName } from "./kill-messages.ts";

/** What a defect can be planted in. */
export interface Plantable {
  readonly journal: Journal;
  readonly store: KeyValueStore;
  readonly adapter: PlatformAdapter;
  readonly aiServiceOf: (services: InstallationServices) => InstallationServices["aiService"];
}

/** The defects: ports that lose what they must not lose. */
const DEFECTS: Readonly<Record<DefectName, (ports: Plantable) => Partial<Plantable>>> = {
  "a journal that forgets outcomes": ({ journal }) => ({
    journal: { ...journal, read: async () => [] },
  }),
  "a journal that keeps no beginnings": ({ journal }) => ({
    journal: {
      ...journal,
      write: (entries) => journal.write(entries.filter(({ outcome }) => outcome)),
    },
  }),
  "a storage without effect keys": ({ store }) => ({
    store: {
      ...store,
      write: (scope, { effect: _effect, ...entry }) => store.write(scope, entry),
    },
  }),
  "an AI service without effect keys": () => ({
    aiServiceOf: ({ aiService }) => withoutKeys(aiService),
  }),
  "sends without idempotency keys": ({ adapter }) => ({
    adapter: {
      ...adapter,
      sendText: (to, text, options) => adapter.sendText(to, text, withoutKey(options)),
    },
  }),
};

/** The ports with a defect. */
export function plant(ports: Plantable, defect: DefectName | undefined): Plantable {
  return defect === undefined ? ports : { ...ports, ...DEFECTS[defect](ports) };
}

/** A service without effect keys. */
export function withoutKeys<Service extends { forEffect?: unknown }>(service: Service): Service {
  const keyless = { ...service };
  delete keyless.forEffect;
  return keyless;
}

function withoutKey({ idempotencyKey: _key, ...options }: SendOptions = {}): SendOptions {
  return options;
}
