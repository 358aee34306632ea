import type { RuleId } from "../rules.ts";

/**
 * The rules about mistakes of authors; the others are for reviewers. A tool for
 * authors shows these while a plugin is written.
 *
 * @example
 * const notices = inspectPlugin(source).findings.filter(({ rule }) => AUTHOR_NOTICES.has(rule));
 */
export const AUTHOR_NOTICES: ReadonlySet<RuleId> = new Set([
  "syntax",
  "handler-not-function",
  "handler-result",
  "missing-await",
  "late-timer",
  "unknown-method",
  "handler-path",
  "import",
  "forbidden-global",
  "unknown-global",
  "built-in-only",
  "module-state",
  "call-at-load",
]);
