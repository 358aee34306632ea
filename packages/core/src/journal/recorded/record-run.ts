import type { PluginMeta } from "../../types/plugin-meta.ts";
import type { RunCalls } from "../attempts.ts";
import type { RecordedRun } from "./record.ts";
import { createRedactor } from "../secrets/secrets.ts";

/** One run of a plugin, as its host saw it. */
export interface ObservedRun
  extends RunCalls, Pick<RecordedRun, "plugin" | "callId" | "platform" | "variant" | "outcome"> {
  /** Says which settings are secret. */
  readonly meta: Pick<PluginMeta, "config_schema">;
  /** Of the handler's context, as the host made it. */
  readonly context: RecordedRun["context"];
}

/**
 * Converts a run to a record that can be replayed; it does not contain the secrets of the run.
 *
 * @example
 * const { calls, attempts } = await readRun(journal, callId);
 * await writeFile("run.json", formatRecordedRun(toRecordedRun({ ...observed, calls, attempts })));
 */
export function toRecordedRun(observed: ObservedRun): RecordedRun {
  const { plugin, meta, callId, platform, variant, context, calls, attempts, outcome } = observed;
  const { msg, config, botDbId, userId, mediaBuffer } = context;
  const { status, error, usage } = outcome;
  const redactor = createRedactor();
  redactor.addConfig(meta, config);
  for (const call of [...attempts.flatMap((attempt) => attempt.calls), ...calls]) {
    if (call.outcome !== undefined) redactor.addOutcome(call, call.outcome);
  }
  const secrets = redactor.secrets();
  return {
    format: "botwright-run",
    formatVersion: 1,
    plugin: { slug: plugin.slug, version: plugin.version },
    callId,
    platform,
    variant,
    context: {
      ...redactor.redact({ msg, botDbId, userId, mediaBuffer }),
      config: redactor.redactConfig(meta, config),
    },
    ...(attempts.length > 0 && {
      attempts: attempts.map((attempt) => ({
        key: redactor.redact(attempt.key),
        calls: attempt.calls.map(redactor.redactCall),
      })),
    }),
    calls: calls.map(redactor.redactCall),
    outcome: redactor.redactEnd({ status, ...(error && { error }), ...(usage && { usage }) }),
    ...(secrets.length > 0 && { secrets }),
  };
}
