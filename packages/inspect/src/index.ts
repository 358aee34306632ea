/**
 * Reads a plugin without running it.
 *
 * @module
 */

// The way in: a source, what it declares, and what was found.
export { type Inspection, type InspectOptions, inspectPlugin, type Scanner } from "./inspect.ts";
export { type Approval, approvalOf } from "./approval.ts";
export type { Finding, Place, Report } from "./finding.ts";
export type { Severity } from "./severity.ts";

// The rules by id: for documentation, and for tools that group findings.
export { type Rule, type RuleId, RULES } from "./rules.ts";
