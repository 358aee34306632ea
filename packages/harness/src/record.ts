import {
  type BotEvent,
  createRedactor,
  type SingleHandlerContext,
  type Journal,
  type JournalEntry,
  type PluginMeta,
  type PluginRun,
  type RecordedRun,
  type Variant,
} from "@botwright/core";
import { HarnessError } from "./errors.ts";

/** One call of a plugin, as its host saw it. */
export interface ObservedRun {
  /** SHA-256 of the source in hexadecimal digits. */
  readonly version: string;
  /** The plugin's declaration, which says which settings are secret. */
  readonly meta: PluginMeta;
  readonly variant: Variant;
  readonly callId: string;
  /** The context of the handler. */
  readonly context: SingleHandlerContext;
  /** The journal of the call. */
  readonly calls: readonly JournalEntry[];
  /** How it ended, from the dispatcher's events. */
  readonly run: PluginRun;
}

/**
 * Converts a call to a record that `replay` can run again; it does not contain the secrets of the
 * call.
 */
export function toRecordedRun(observed: ObservedRun): RecordedRun {
  const { version, meta, variant, callId, context, calls, run } = observed;
  const { bot, msg, config, botDbId, userId, mediaBuffer } = context;
  const { plugin: slug, status, error, usage } = run;
  const redactor = createRedactor();
  redactor.addConfig(meta, config);
  for (const call of calls) if (call.outcome !== undefined) redactor.addOutcome(call, call.outcome);
  const secrets = redactor.secrets();
  return {
    format: "botwright-run",
    formatVersion: 1,
    plugin: { slug, version },
    callId,
    platform: bot.platform,
    variant,
    ...redactor.redact({
      context: { msg, config, botDbId, userId, mediaBuffer },
      calls: [...calls],
      outcome: { status, ...(error && { error }), ...(usage && { usage }) },
    }),
    ...(secrets.length > 0 && { secrets }),
  };
}

/** Records the context and the end of the latest run of the plugin under test. */
export interface Recorder {
  /** Receives the events of the bot's runtime. */
  readonly onEvent: (event: BotEvent) => void;
  /** @throws {HarnessError} `NOTHING_RECORDED`, or `NEEDS_SANDBOX` */
  readonly run: () => Promise<RecordedRun>;
}

/** What a recorder needs to know. */
export interface RecorderOptions {
  /** The plugin under test. */
  readonly slug: string;
  readonly journal: Journal;
  readonly variant: Variant;
  readonly isSandboxed: boolean;
}

/** Makes a {@link Recorder}. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { slug, journal, variant, isSandboxed } = options;
  let started: Extract<BotEvent, { type: "plugin-started" }> | undefined;
  let ended: PluginRun | undefined;
  return {
    onEvent(event) {
      if (event.type === "plugin-started" && event.plugin === slug) {
        started = event;
        ended = undefined;
      }
      if (event.type === "plugin-ended" && event.plugin === slug) ended = event.run;
    },
    async run() {
      if (!isSandboxed) {
        throw new HarnessError(
          "NEEDS_SANDBOX",
          'Only runs in the sandbox can be recorded: leave out runIn: "host"',
        );
      }
      if (started === undefined || ended === undefined) {
        throw new HarnessError(
          "NOTHING_RECORDED",
          "Let somebody say something to the plugin first",
        );
      }
      const { callId, context, meta, version } = started;
      const run = ended;
      const calls = await journal.read(callId);
      return toRecordedRun({ version, meta, variant, callId, context, calls, run });
    },
  };
}
