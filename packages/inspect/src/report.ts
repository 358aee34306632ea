import type { Finding, Report } from "./finding.ts";
import { createLocator } from "./syntax/lines.ts";
import { type Rule, RULES } from "./rules.ts";
import { ENGLISH } from "./words/english.ts";
import { withoutControls, wordSentence } from "./words/sentence.ts";

/** The most places that one rule reports; further ones are only counted. */
const PLACES_PER_RULE = 20;

/** Collects findings: each only once, in the order of the source. */
export function createReport(source: string): { report: Report; findings: () => Finding[] } {
  const locate = createLocator(source);
  const found = new Map<string, Finding>();
  const counts = new Map<string, number>();
  const errorCounts = new Map<string, number>();
  return {
    report(rule, { start, end }, said, severity) {
      const sentence = typeof said === "string" ? undefined : said;
      const message =
        typeof said === "string"
          ? withoutControls(said)
          : (wordSentence(said, ENGLISH) ?? said.key);
      const key = `${rule} ${start} ${message}`;
      if (found.has(key)) return;
      const count = (counts.get(rule) ?? 0) + 1;
      counts.set(rule, count);
      // Errors have a count of their own, so that warnings of the same rule do not displace them.
      const graded = severity ?? severityOf(RULES[rule]);
      if (graded === "error") {
        const errors = (errorCounts.get(rule) ?? 0) + 1;
        errorCounts.set(rule, errors);
        if (errors > PLACES_PER_RULE * 10) return;
      } else if (count > PLACES_PER_RULE) return;
      const from = locate(start);
      const to = locate(Math.max(start, end));
      found.set(key, {
        rule,
        severity: graded,
        message,
        ...(sentence && { sentence }),
        ...from,
        endLine: to.line,
        endColumn: to.column,
      });
    },
    findings() {
      const left = [...counts].map(([rule, count]): [string, number] => [
        rule,
        count - [...found.values()].filter((finding) => finding.rule === rule).length,
      ]);
      for (const [rule, more] of left) {
        const last = [...found.values()].findLast((finding) => finding.rule === rule);
        if (last === undefined || more === 0) continue;
        last.morePlaces = more;
        last.message += ENGLISH.more.replace("{places}", String(more));
      }
      return [...found.values()].toSorted((a, b) => a.line - b.line || a.column - b.column);
    },
  };
}

const severityOf = ({ severity }: Rule): Finding["severity"] => severity;
