import type { PluginMeta } from "@botwright/core";
import type { Finding } from "./finding.ts";
import { createReport } from "./report.ts";
import { checkPriority } from "./rules/reach/permissions.ts";

/**
 * Inspects the priority of a third-party plugin. A host that completes a file's declaration by
 * the fields of a form may change it, because the table of priorities depends on slug and category.
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
