import type { NotedSends } from "./sends.ts";

/** What one person was shown in the end, and what it has cost. */
export interface Outcome {
  /** Where the process died; undefined when it did not. */
  readonly died: string | undefined;
  /** Texts, and files with their kind, in order. */
  readonly shown: readonly string[];
  readonly sends: Pick<NotedSends, "byKey" | "unmarked">;
  /** What AI calls were charged. */
  readonly charged: number;
  /** What else is wrong. @default none */
  readonly failures?: readonly string[];
}

/** Removes repeated messages where the platform cannot deduplicate. */
function withoutRepeats(shown: readonly string[], isIdempotent: boolean): string[] {
  if (isIdempotent) return [...shown];
  return shown.filter((item, place) => shown.indexOf(item) === place);
}

/**
 * What is not as in the run that nothing has ended.
 *
 * @param idempotency the platform's capability: what is sent again under its key is shown once, a medium too
 */
export function problemsOf(
  outcomes: readonly Outcome[],
  whole: Outcome,
  idempotency: boolean,
): string[] {
  const problems = whole.shown.length === 0 ? ["it never answers"] : [];
  for (const { died, shown, sends, charged, failures = [] } of outcomes) {
    const note = (problem: string): void => void problems.push(`${problem}, died ${died}`);
    if (withoutRepeats(shown, idempotency).join("\n") !== whole.shown.join("\n")) {
      note(`it shows ${JSON.stringify(shown)}, not ${JSON.stringify(whole.shown)}`);
    }
    const { byKey, unmarked } = sends;
    if (byKey.has(undefined)) note("a send has no key");
    if (byKey.size !== whole.sends.byKey.size) note("an effect was performed under another key");
    if ([...byKey.values()].some(({ size }) => size > 1)) note("a key stands for two effects");
    if (unmarked.size > 0) note("a send that is repeated is not marked as a repeat");
    if (charged !== whole.charged) note(`AI calls cost ${charged}, not ${whole.charged}`);
    for (const failure of failures) note(failure);
  }
  return problems;
}
