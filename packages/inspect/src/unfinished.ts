import type { Inspection } from "./inspect.ts";
import { createReport } from "./report.ts";
import { sentence } from "./words/sentence.ts";

/**
 * The result for a file whose inspection a host had to end because it took more time or memory than allowed:
 * a refusal by `too-complex`, without a place because none is known.
 */
export function unfinishedInspection(): Inspection {
  const { report, findings } = createReport("");
  report("too-complex", { start: 0, end: 0 }, sentence("too-complex/unfinished"));
  return { ok: false, meta: null, findings: findings() };
}
