import type { Finding } from "@botwright/inspect";
import { chineseOnDemand } from "./chinese-on-demand.ts";
import type { Language } from "./translate.ts";

/** Words a finding in the page's language. */
type WordFinding = (finding: Finding) => string;

const inEnglish: WordFinding = ({ message }) => message;

const chinese = chineseOnDemand<WordFinding>(
  async () => (await import("@botwright/inspect/zh")).findingInChinese,
);

/** The words of findings; `undefined` until those of the page's language are loaded. */
export function useFindingWords(): WordFinding | undefined {
  const { words, isLoading } = chinese.use();
  return isLoading ? undefined : (words ?? inEnglish);
}

/** Why the host has refused a file, of what came with its refusal; `undefined`: for no finding. */
export function refusalIn(
  findings: readonly unknown[],
  language: Language,
): { readonly line: number; readonly words: string } | undefined {
  const finding = findings.filter(isFinding).find(({ severity }) => severity === "error");
  if (finding === undefined) return undefined;
  // The page that sends a file shows its findings too, so the words are there.
  const word = (language === "zh" ? chinese.loaded() : undefined) ?? inEnglish;
  return { line: finding.line, words: word(finding) };
}

/** Whether a value has what is shown of a finding: it came in an error, whose body has no type. */
function isFinding(value: unknown): value is Finding {
  const { severity, line, message, sentence } = Object(value);
  return (
    typeof severity === "string" &&
    typeof line === "number" &&
    typeof message === "string" &&
    (sentence === undefined || typeof Object(sentence).key === "string")
  );
}
