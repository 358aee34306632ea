import {
  type BotEvent,
  type Journal,
  type PluginRun,
  readRun,
  type RecordedRun,
  toRecordedRun,
  type Variant,
} from "@botwright/core";
import { HarnessError } from "./errors.ts";

type RunStart = Extract<BotEvent, { type: "plugin-started" }>;

/** Records the context and the end of the run of the plugin under test that has ended last. */
export interface Recorder {
  /** Receives the events of the bot's runtime. */
  readonly onEvent: (event: BotEvent) => void;
  /** @throws {HarnessError} `NOTHING_RECORDED`, or `NEEDS_SANDBOX` */
  readonly run: () => Promise<RecordedRun>;
}

/** Options of a recorder. */
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
        throw new HarnessError("NOTHING_RECORDED", "Send the plugin a message first");
      }
      const { start, run } = last;
      const { callId, context, meta, version } = start;
      return toRecordedRun({
        plugin: { slug, version },
        meta,
        platform: context.bot.platform,
        variant,
        callId,
        context,
        ...(await readRun(journal, callId)),
        outcome: run,
      });
    },
  };
}
