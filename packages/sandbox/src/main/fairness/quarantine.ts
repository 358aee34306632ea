import { type Clock, entryLimit, PluginError } from "@botwright/core";
import { LRUCache } from "lru-cache";

/** When a plugin version is quarantined. */
export interface QuarantineOptions {
  /** Number of hung or crashed workers … @default 3 */
  strikes?: number;
  /** … within this many milliseconds. @default 600_000 */
  windowMs?: number;
  /** Duration of the quarantine in milliseconds. @default 600_000 */
  forMs?: number;
}

/** Most versions that are remembered; bounded because an author makes a new version by changing a comment. */
const VERSIONS = 10_000;

/** Refuses plugin versions that repeatedly hang or crash workers. */
export interface Quarantine {
  /** @throws {PluginError} `PLUGIN_QUARANTINED` */
  check(version: string, slug: string): void;
  /** Counts a worker that the version hung or crashed; returns the end of the quarantine if one begins. */
  strike(version: string): { strikes: number; untilMs?: number };
}

/** Creates a {@link Quarantine}. */
export function createQuarantine(clock: Clock, options: QuarantineOptions = {}): Quarantine {
  const { strikes: most = 3, windowMs = 600_000, forMs = 600_000 } = options;
  const strikes = new LRUCache<string, number[]>(entryLimit(VERSIONS));
  const until = new LRUCache<string, number>(entryLimit(VERSIONS));
  return {
    check(version, slug) {
      const untilMs = until.get(version);
      if (untilMs === undefined) return;
      if (clock.now() < untilMs) {
        throw new PluginError(
          `the plugin ${slug} took several workers down and is not run until ${new Date(untilMs).toISOString()}`,
          { code: "PLUGIN_QUARANTINED" },
        );
      }
      until.delete(version);
    },
    strike(version) {
      const now = clock.now();
      const recent = (strikes.get(version) ?? []).filter((at) => now - at < windowMs);
      recent.push(now);
      strikes.set(version, recent);
      if (recent.length < most) return { strikes: recent.length };
      strikes.delete(version);
      until.set(version, now + forMs);
      return { strikes: recent.length, untilMs: now + forMs };
    },
  };
}
