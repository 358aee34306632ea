import {
  type BotEvent,
  type Journal,
  type Platform,
  type PluginRun,
  readRun,
  type RecordedRun,
  toRecordedRun,
} from "@botwright/core";

type EventOf<Type extends BotEvent["type"]> = Extract<BotEvent, { readonly type: Type }>;

/** A run that can be saved for a replay. */
interface KeptRun {
  readonly start: EventOf<"plugin-started">;
  readonly run: PluginRun;
}

/** Stores the newest runs, by platform, message and plugin. */
export interface RunHistory {
  readonly onBotEvent: (platform: Platform, event: BotEvent) => void;
  /** The record of a run, while the run and its journal are stored. */
  readonly record: (
    platform: Platform,
    messageId: string,
    plugin: string,
  ) => Promise<RecordedRun | undefined>;
  /**
   * A run of the newest message: that of the plugin that handled it, otherwise one that failed, otherwise the
   * last one.
   */
  readonly last: () => Promise<RecordedRun | undefined>;
}

/** The most runs that are stored, and the most bytes of people's files; the oldest is removed first. */
const MAX_RUNS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Creates {@link RunHistory}. */
export function createRunHistory(journal: Journal): RunHistory {
  const started = new Map<string, EventOf<"plugin-started">>();
  const runs = new Map<string, KeptRun>();
  let last: KeptRun | undefined;
  let bytes = 0;

  function keep(key: string, kept: KeptRun): void {
    forget(key);
    runs.set(key, kept);
    bytes += bytesOf(kept);
    for (const oldest of runs.keys()) {
      if (runs.size <= MAX_RUNS && bytes <= MAX_BYTES) break;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    const kept = runs.get(key);
    if (kept !== undefined) bytes -= bytesOf(kept);
    runs.delete(key);
  }

  async function toRecord(kept: KeptRun | undefined): Promise<RecordedRun | undefined> {
    if (kept === undefined) return undefined;
    const { callId, context, meta, plugin: slug, version } = kept.start;
    const recorded = await readRun(journal, callId);
    // The journal removes its oldest runs, so this one may have lost its calls.
    if (recorded.calls.length === 0) return undefined;
    return toRecordedRun({
      plugin: { slug, version },
      meta,
      platform: context.bot.platform,
      variant: "multi",
      callId,
      context,
      ...recorded,
      outcome: kept.run,
    });
  }

  return {
    onBotEvent(platform, event) {
      if (event.type === "plugin-started") {
        started.set(keyOf(platform, event.messageId, event.plugin), event);
      }
      if (event.type === "plugin-ended") {
        const key = keyOf(platform, event.messageId, event.plugin);
        const start = started.get(key);
        started.delete(key);
        if (start !== undefined) keep(key, { start, run: event.run });
      }
      if (event.type === "message-done") {
        const { handledBy, runs: ended } = event.result;
        const run =
          ended.find(({ plugin }) => plugin === handledBy) ??
          ended.find(({ status }) => status === "failed") ??
          ended.at(-1);
        if (run === undefined) return;
        last = runs.get(keyOf(platform, event.messageId, run.plugin)) ?? last;
      }
    },
    record: (platform, messageId, plugin) => toRecord(runs.get(keyOf(platform, messageId, plugin))),
    last: () => toRecord(last),
  };
}

function bytesOf({ start }: KeptRun): number {
  return start.context.mediaBuffer?.length ?? 0;
}

function keyOf(platform: Platform, messageId: string, plugin: string): string {
  return JSON.stringify([platform, messageId, plugin]);
}
