import type { Platform } from "@botwright/core";
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

/**
 * Where a medium that is sent again under its key is shown once. WeCom recognises a repeat by its content, and
 * each upload is another.
 */
const SHOWS_MEDIA_ONCE: ReadonlySet<Platform> = new Set(["wechat", "feishu"]);

/** Removes repeated messages of the kinds that the platform cannot deduplicate. */
function withoutRepeats(
  shown: readonly string[],
  { platform, capabilities }: DeduplicatingPlatform,
): string[] {
  const mayRepeat = (item: string): boolean =>
    /^(?:image|video|file) /u.test(item)
      ? !SHOWS_MEDIA_ONCE.has(platform)
      : !capabilities.idempotency;
  return shown.filter((item, place) => !mayRepeat(item) || shown.indexOf(item) === place);
}

/** A platform, and whether it shows a text once that is sent again under its key. */
interface DeduplicatingPlatform {
  readonly platform: Platform;
  readonly capabilities: { readonly idempotency: boolean };
}

/** What is not as in the run that nothing has ended. */
export function problemsOf(
  outcomes: readonly Outcome[],
  whole: Outcome,
  platform: DeduplicatingPlatform,
): string[] {
  const problems = whole.shown.length === 0 ? ["it never answers"] : [];
  for (const { died, shown, sends, charged, failures = [] } of outcomes) {
    const note = (problem: string): void => void problems.push(`${problem}, died ${died}`);
    if (withoutRepeats(shown, platform).join("\n") !== whole.shown.join("\n")) {
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
