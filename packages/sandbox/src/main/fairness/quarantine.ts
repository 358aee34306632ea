import { type Clock, PluginError } from "@botwright/core";

/** When a plugin's version is no longer run. */
export interface QuarantineOptions {
  /** How often it may hang or crash a worker … @default 3 */
  strikes?: number;
  /** … within so many milliseconds. @default 600_000 */
  windowMs?: number;
  /** For how many milliseconds it is not run. @default 600_000 */
  forMs?: number;
}

/** Keeps plugin versions away that take workers down. */
export interface Quarantine {
  /** @throws {PluginError} `PLUGIN_QUARANTINED` */
  check(version: string, slug: string): void;
  /** Counts a worker that a version took down; tells until when it is kept away, if it is. */
  strike(version: string): { strikes: number; untilMs?: number };
}

/** Makes a {@link Quarantine}. */
export function createQuarantine(clock: Clock, options: QuarantineOptions = {}): Quarantine {
  const { strikes: most = 3, windowMs = 600_000, forMs = 600_000 } = options;
  const strikes = new Map<string, number[]>();
  const until = new Map<string, number>();
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
