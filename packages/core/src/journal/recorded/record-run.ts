import type { PluginMeta } from "../../types/plugin-meta.ts";
import type { RunCalls } from "../attempts.ts";
import type { RecordedRun } from "./record.ts";
import { createRedactor } from "../secrets/secrets.ts";
import type { JournalEntry } from "../../ports/journal.ts";

/** One run of a plugin, as its host saw it. */
export interface ObservedRun
  extends RunCalls, Pick<RecordedRun, "plugin" | "callId" | "platform" | "variant" | "outcome"> {
  /** The plugin's metadata; its `config_schema` says which settings are secret. */
  readonly meta: Pick<PluginMeta, "config_schema">;
  /** The part of the handler's context that a record contains, as the host created it. */
  readonly context: RecordedRun["context"];
}

/**
 * Converts a run to a record that can be replayed and that does not contain the secrets of the run. Works in steps
 * with turns of the event loop in between, because a run may hold many megabytes.
 *
 * @example
 * const { calls, attempts } = await readRun(journal, callId);
 * const run = await toRecordedRun({ ...observed, calls, attempts });
 * await writeFile("run.json", await formatRecordedRun(run));
 */
export async function toRecordedRun(observed: ObservedRun): Promise<RecordedRun> {
  const { plugin, meta, callId, platform, variant, context, calls, attempts, outcome } = observed;
  const { msg, config, botDbId, userId, mediaBuffer } = context;
  const { status, error, usage } = outcome;
  const redactor = createRedactor();
  redactor.addConfig(meta, config);
  for (const call of [...attempts.flatMap((attempt) => attempt.calls), ...calls]) {
    if (call.outcome !== undefined) redactor.addOutcome(call, call.outcome);
  }
  const secrets = redactor.secrets();
  const withoutSecrets = async (entries: readonly JournalEntry[]): Promise<JournalEntry[]> => {
    const redacted: JournalEntry[] = [];
    for (const entry of entries) redacted.push(await redactor.redactCall(entry));
    return redacted;
  };
  const aborted: NonNullable<RecordedRun["attempts"]> = [];
  for (const attempt of attempts) {
    aborted.push({
      key: redactor.redact(attempt.key),
      calls: await withoutSecrets(attempt.calls),
    });
  }
  return {
    format: "botwright-run",
    formatVersion: 1,
    plugin: { slug: plugin.slug, version: plugin.version },
    callId,
    platform,
    variant,
    context: {
      ...(await redactor.redactInSteps({ msg, botDbId, userId, mediaBuffer })),
      config: redactor.redactConfig(meta, config),
    },
    ...(aborted.length > 0 && { attempts: aborted }),
    calls: await withoutSecrets(calls),
    outcome: redactor.redactEnd({ status, ...(error && { error }), ...(usage && { usage }) }),
    ...(secrets.length > 0 && { secrets }),
  };
}
