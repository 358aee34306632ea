import type { Finding } from "@botwright/inspect";
import type { JSX } from "preact";
import { useFindingWords } from "../i18n/finding-words.ts";
import { useLanguage } from "../i18n/index.ts";

const CLASSES = { error: "error", warning: "warn", info: "quiet" } as const;

/** The findings in a file. */
export function FindingList({
  findings,
  onChoose,
}: {
  readonly findings: readonly Finding[];
  /** Goes to the place of a finding. */
  readonly onChoose?: (finding: Finding) => void;
}): JSX.Element {
  const { t } = useLanguage();
  const wordOf = useFindingWords();
  if (findings.length === 0) return <p class="good">{t("dev.findings.none")}</p>;
  if (wordOf === undefined) return <p class="quiet">{t("app.loading")}</p>;
  return (
    <ul class="findings">
      {findings.map((finding) => {
        const { rule, severity, message, line } = finding;
        const place = t("dev.line", { line });
        return (
          <li key={`${rule}/${line}/${finding.column}/${message}`}>
            <strong class={CLASSES[severity]}>{t(`dev.severity.${severity}`)}</strong>{" "}
            {onChoose === undefined ? (
              place
            ) : (
              <button type="button" class="link inline" onClick={() => onChoose({ ...finding })}>
                {place}
              </button>
            )}
            {t("app.colon")}
            {wordOf(finding)} <small class="quiet mono">{rule}</small>
          </li>
        );
      })}
    </ul>
  );
}
