import {
  type BotEvent,
  createRedactor,
  type SingleHandlerContext,
  type Journal,
  type PluginMeta,
  type PluginRun,
  readRun,
  type RecordedRun,
  type RunCalls,
  type Variant,
} from "@botwright/core";
import { HarnessError } from "./errors.ts";

/** One call of a plugin, as its host saw it. */
export interface ObservedRun extends RunCalls {
  /** SHA-256 of the source in hexadecimal digits. */
  readonly version: string;
  /** The plugin's declaration, which says which settings are secret. */
  readonly meta: PluginMeta;
  readonly variant: Variant;
  readonly callId: string;
  /** The context of the handler. */
  readonly context: SingleHandlerContext;
  /** How it ended, from the dispatcher's events. */
  readonly run: PluginRun;
}

/**
 * Converts a call to a record that `replay` can run again; it does not contain the secrets of the
 * call.
 */
export function toRecordedRun(observed: ObservedRun): RecordedRun {
  const { version, meta, variant, callId, context, calls, attempts, run } = observed;
  const { bot, msg, config, botDbId, userId, mediaBuffer } = context;
  const { plugin: slug, status, error, usage } = run;
  const redactor = createRedactor();
  redactor.addConfig(meta, config);
  for (const call of [...attempts.flatMap((attempt) => attempt.calls), ...calls]) {
    if (call.outcome !== undefined) redactor.addOutcome(call, call.outcome);
  }
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
      ...(attempts.length > 0 && {
        attempts: attempts.map((attempt) => ({ key: attempt.key, calls: [...attempt.calls] })),
      }),
      calls: [...calls],
      outcome: { status, ...(error && { error }), ...(usage && { usage }) },
    }),
    ...(secrets.length > 0 && { secrets }),
  };
}

type RunStart = Extract<BotEvent, { type: "plugin-started" }>;

/** Records the context and the end of the run of the plugin under test that has ended last. */
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
  /** Runs that have not ended, by message: those of several chats run side by side. */
  const open = new Map<string, RunStart>();
  let last: { readonly start: RunStart; readonly run: PluginRun } | undefined;
  return {
    onEvent(event) {
      if (event.type === "message-failed") open.delete(event.messageId);
      if (event.type === "plugin-started" && event.plugin === slug) {
        open.set(event.messageId, event);
      }
      if (event.type !== "plugin-ended" || event.plugin !== slug) return;
      const start = open.get(event.messageId);
      open.delete(event.messageId);
      if (start !== undefined) last = { start, run: event.run };
    },
    async run() {
      if (!isSandboxed) {
        throw new HarnessError(
          "NEEDS_SANDBOX",
          'Only runs in the sandbox can be recorded: leave out runIn: "host"',
        );
      }
      if (last === undefined) {
        throw new HarnessError(
          "NOTHING_RECORDED",
          "Let somebody say something to the plugin first",
        );
      }
      const { start, run } = last;
      const { callId, context, meta, version } = start;
      const calls = await readRun(journal, callId);
      return toRecordedRun({ version, meta, variant, callId, context, ...calls, run });
    },
  };
}
