/**
 * The words of findings in Chinese: an entry of its own, so that only programs that show Chinese load them.
 *
 * @module
 */
import type { Finding } from "./finding.ts";
import { CHINESE } from "./words/chinese.ts";
import { wordFinding } from "./words/word-finding.ts";

/**
 * Words a finding in Chinese. One without a sentence, as another release or a scanner made it, keeps its
 * English message.
 *
 * @example
 * for (const finding of inspectPlugin(source).findings) console.log(findingInChinese(finding));
 */
export function findingInChinese(finding: Finding): string {
  return wordFinding(finding, CHINESE);
}
