import type { RunComparison } from "@botwright/host";
import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";

const WORDS = {
  asks_otherwise: "messages.asksOtherwise",
  sends_otherwise: "messages.sendsOtherwise",
  ends_otherwise: "messages.endsOtherwise",
  fails: "messages.fails",
  costs_more: "messages.costsMore",
} as const;

/** The differences of a run with another version. */
export function FindingTags({
  findings,
}: {
  readonly findings: RunComparison["findings"];
}): JSX.Element {
  const { t } = useLanguage();
  return (
    <>
      {findings.map((finding) => (
        <span key={finding} class="tag warn">
          {t(WORDS[finding])}
        </span>
      ))}
    </>
  );
}
