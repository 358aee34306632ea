import type { KillReport } from "./explore-kills.ts";

/** The problems of all cases, each with its plugin. */
export function listProblems(reports: readonly KillReport[]): string[] {
  return reports.flatMap(({ plugin, problems }) => problems.map((text) => `${plugin}: ${text}`));
}
