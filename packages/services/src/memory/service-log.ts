import type { ServiceLog, ServiceLogEntry } from "../ports/service-log.ts";

/** A {@link ServiceLog} in memory. */
export interface MemoryServiceLog extends ServiceLog {
  /** Newest last; an entry that has replaced another one is in its place. */
  entries(): readonly ServiceLogEntry[];
}

/** Creates a log that keeps the latest entries. */
export function createMemoryServiceLog(options: { entries?: number } = {}): MemoryServiceLog {
  const { entries: most = 1000 } = options;
  /** By the key of the effect; an entry without one has a key of its own. */
  const entries = new Map<string | symbol, ServiceLogEntry>();
  return {
    async record(entry) {
      const key = (entry.type === "ai" ? entry.effectKey : undefined) ?? Symbol("use");
      if (creditsOf(entries.get(key)) > creditsOf(entry)) return;
      entries.set(key, entry);
      const [oldest] = entries.size > most ? entries.keys() : [];
      if (oldest !== undefined) entries.delete(oldest);
    },
    entries: () => [...entries.values()],
  };
}

function creditsOf(entry: ServiceLogEntry | undefined): number {
  return entry?.type === "ai" ? entry.credits : 0;
}
