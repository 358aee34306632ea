import type { HandlerContext, Journal, PluginRun, RecordedRun, Variant } from "@botwright/core";
import { HarnessError } from "./errors.ts";
import type { PluginSource } from "./load-plugin.ts";

/** Keeps what the latest call of the plugin under test was given. */
export interface Recorder {
  readonly onCall: (callId: string, context: HandlerContext) => void;
  /** Told how the call has ended. */
  readonly onEnd: (run: PluginRun) => void;
  /** @throws {HarnessError} `NOTHING_RECORDED`, or `NEEDS_SANDBOX` */
  readonly run: () => Promise<RecordedRun>;
}

/** What a recorder needs to know. */
export interface RecorderOptions {
  readonly journal: Journal;
  readonly variant: Variant;
  readonly source: () => PluginSource | undefined;
  readonly slug: () => string;
  readonly isSandboxed: boolean;
}

/** Makes a {@link Recorder}. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { journal, variant, isSandboxed } = options;
  let latest: { callId: string; context: HandlerContext } | undefined;
  let ended: PluginRun | undefined;
  return {
    onCall(callId, context) {
      latest = { callId, context };
      ended = undefined;
    },
    onEnd(run) {
      ended = run;
    },
    async run() {
      if (!isSandboxed) {
        throw new HarnessError(
          "NEEDS_SANDBOX",
          'Only runs in the sandbox can be recorded: leave out runIn: "host"',
        );
      }
      if (latest === undefined || ended === undefined) {
        throw new HarnessError(
          "NOTHING_RECORDED",
          "Let somebody say something to the plugin first",
        );
      }
      const { callId, context } = latest;
      const { bot, msg, config, botDbId, userId, mediaBuffer } = context;
      const { status, error, usage } = ended;
      return {
        format: "botwright-run",
        formatVersion: 1,
        plugin: { slug: options.slug(), version: options.source()?.version ?? "" },
        callId,
        platform: bot.platform,
        variant,
        context: { msg, config, botDbId, userId, mediaBuffer },
        calls: [...(await journal.read(callId))],
        outcome: { status, ...(error && { error }), ...(usage && { usage }) },
      };
    },
  };
}
