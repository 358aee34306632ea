/**
 * The texts of findings in Chinese: a separate entry, so that only programs that show Chinese load them.
 *
 * @module
 */
import type { Finding } from "./finding.ts";
import { CHINESE } from "./words/chinese.ts";
import { wordFinding } from "./words/word-finding.ts";

/**
 * Formats a finding in Chinese. A finding without a known sentence, from another release or a scanner, keeps its
 * English message.
 *
 * @example
 * for (const finding of inspectPlugin(source).findings) console.log(findingInChinese(finding));
 */
export function findingInChinese(finding: Finding): string {
  return wordFinding(finding, CHINESE);
}
