import type { ServiceLog, ServiceLogEntry } from "../ports/service-log.ts";

/** A {@link ServiceLog} in memory. */
export interface MemoryServiceLog extends ServiceLog {
  /** Newest last. */
  entries(): readonly ServiceLogEntry[];
}

/** Creates a log that keeps the latest entries. */
export function createMemoryServiceLog(options: { entries?: number } = {}): MemoryServiceLog {
  const { entries: most = 1000 } = options;
  const entries: ServiceLogEntry[] = [];
  return {
    async record(entry) {
      entries.push(entry);
      if (entries.length > most) entries.shift();
    },
    entries: () => [...entries],
  };
}
