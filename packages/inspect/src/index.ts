/**
 * Reads a plugin without running it.
 *
 * @module
 */

// The entry point: a source, its declaration and the findings.
export { type Inspection, type InspectOptions, inspectPlugin, type Scanner } from "./inspect.ts";
export { type Approval, approvalOf } from "./approval.ts";
export { inspectPriority } from "./priority.ts";
export { unfinishedInspection } from "./unfinished.ts";
export type { Finding, Place, Report } from "./finding.ts";
export type { Sentence, SentenceValue } from "./words/sentence.ts";
export type { Severity } from "./severity.ts";

// The rules by id: for documentation, and for tools that group findings.
export { type Rule, type RuleId, RULES } from "./rules.ts";
export { AUTHOR_NOTICES } from "./notices/author-notices.ts";
