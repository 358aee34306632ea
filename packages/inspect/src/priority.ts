import type { PluginMeta } from "@botwright/core";
import type { Finding } from "./finding.ts";
import { createReport } from "./report.ts";
import { checkPriority } from "./rules/reach/permissions.ts";

/**
 * Inspects the priority that a third-party plugin is granted: a host that completes a file's declaration by
 * the fields of a form changes it, since the table of priorities has slugs and categories.
 *
 * @param meta the completed declaration
 * @returns the finding `priority-out-of-range`, at the start of the file, or nothing
 * @example
 * const findings = inspectPriority({ ...inspection.meta, category: "core" });
 */
export function inspectPriority(meta: PluginMeta): Finding[] {
  const { report, findings } = createReport("");
  checkPriority({ report }, meta, { start: 0, end: 0 });
  return findings();
}
