import {
  type BotEvent,
  type Clock,
  createTraceRecorder,
  digestInChunks,
  entryLimit,
  type IncomingMessage,
  isEffect,
  isMultiContext,
  type MessageTrace,
  type OnBotEvent,
  type ParsedMessage,
} from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { LRUCache } from "lru-cache";
import { escapeText } from "../database/escape-text.ts";
import type { EndedAttempt } from "../inbox/lanes.ts";
import { attemptContext, type AttemptTrace, type RunInputs, type RunSettings } from "./attempt.ts";

/** Options of {@link createAttemptRecorder}. */
export interface AttemptRecorderOptions {
  /** Seals the traces and inputs, because they contain what people wrote and the settings of plugins. */
  readonly secrets: Secrets;
  readonly clock?: Clock;
}

/** Collects what happens at messages until the inbox writes it. */
export interface AttemptRecorder {
  /** The listener to which the events of all bots of the node must be passed. */
  readonly onEvent: OnBotEvent;
  /** Returns what the inbox writes of a message whose handling has just ended, and forgets the message. */
  take(botId: number, messageId: string): Promise<EndedAttempt | undefined>;
}

type RunStart = Extract<BotEvent, { readonly type: "plugin-started" }>;

/** A message that is being handled, or whose handling has ended. */
interface OpenAttempt {
  readonly incoming: IncomingMessage;
  inputs: Omit<RunInputs, "mediaSha256"> | undefined;
  mediaBuffer: Uint8Array | null;
  /** Whether a plugin has begun a host call with an effect: then the journal has the medium. */
  hasEffect: boolean;
  trace?: MessageTrace;
}

/** The most attempts in memory; an inbox of the node has fewer slots. */
const MAX_OPEN_ATTEMPTS = 1000;

/**
 * Collects the events of messages in memory, so that the inbox can write them in the statement that ends each message:
 * they need no commit of their own. Arguments and answers of host calls are not collected, because the journal has
 * them.
 *
 * @example
 * const recorder = createAttemptRecorder({ secrets });
 * const inbox = createPostgresInbox({ database, lease, recorder });
 * const runner = createBotRunner({ inbox, onEvent: recorder.onEvent, ... });
 */
export function createAttemptRecorder(options: AttemptRecorderOptions): AttemptRecorder {
  const { secrets, clock } = options;
  const recorder = createTraceRecorder({
    keepsValues: false,
    ...(clock !== undefined && { clock }),
  });
  const open = new LRUCache<string, OpenAttempt>(entryLimit(MAX_OPEN_ATTEMPTS));

  return {
    onEvent(event) {
      if (event.type === "message-started") {
        const { incoming } = event;
        open.set(keyOf(event.botDbId, event.messageId), {
          incoming,
          inputs: undefined,
          mediaBuffer: null,
          hasEffect: false,
        });
      } else if (event.type === "plugin-started") {
        const attempt = open.get(keyOf(event.botDbId, event.messageId));
        if (attempt !== undefined) addInputs(attempt, event);
      } else if (event.type === "host-call-begun" && isEffect(event.operation)) {
        const attempt = open.get(keyOf(event.botDbId, event.messageId));
        if (attempt !== undefined) attempt.hasEffect = true;
      }
      const trace = recorder.take(event);
      if (trace === undefined) return;
      const attempt = open.get(keyOf(trace.botDbId, trace.messageId));
      if (attempt !== undefined) attempt.trace = trace;
    },
    async take(botId, messageId) {
      const key = keyOf(botId, messageId);
      const attempt = open.get(key);
      open.delete(key);
      if (attempt?.trace === undefined) return undefined;
      const { trace, inputs, mediaBuffer, hasEffect } = attempt;
      const row = { botId, platformId: messageId };
      const mediaSha256 =
        inputs === undefined || mediaBuffer === null
          ? null
          : await digestInChunks("sha256", mediaBuffer);
      const written: RunInputs | undefined = inputs && { ...inputs, mediaSha256 };
      const runs = trace.runs.map((run, place) => ({
        place,
        call_id: escapeText(run.callId),
        plugin: run.plugin,
        version: run.version,
        status: run.status,
        ms: run.durationMs,
        sends: run.sends,
        credits: run.credits ?? 0,
        gas: run.usage?.gas ?? null,
      }));
      return {
        startedAt: trace.startedAt,
        handledBy: trace.handledBy ?? null,
        trace: await secrets.seal(JSON.stringify(toStored(trace)), attemptContext("trace", row)),
        inputs:
          written === undefined
            ? null
            : await secrets.seal(JSON.stringify(written), attemptContext("inputs", row)),
        runs: JSON.stringify(runs),
        mediaSha256: hasEffect ? mediaSha256 : null,
      };
    },
  };
}

function addInputs(attempt: OpenAttempt, { plugin, meta, version, context }: RunStart): void {
  const { bot, config, msg, userId, mediaBuffer } = context;
  const passwords = (meta.config_schema ?? []).filter(({ type }) => type === "password");
  const settings: RunSettings = { config, passwords: passwords.map(({ key }) => key) };
  // Only the run of a sandboxed plugin can be recorded, so only such a run needs the medium.
  if (version !== "") attempt.mediaBuffer = mediaBuffer;
  attempt.inputs = {
    platform: bot.platform,
    variant: isMultiContext(context) ? "multi" : "single",
    userId,
    msg: isSame(msg, attempt.incoming.message) ? null : msg,
    runs: { ...attempt.inputs?.runs, [plugin]: settings },
  };
}

/** Whether a copy of a message has the same members with the same values. */
function isSame(copy: ParsedMessage, message: ParsedMessage): boolean {
  const members = new Map<string, unknown>(Object.entries(message));
  const own = Object.entries(copy);
  return own.length === members.size && own.every(([key, value]) => members.get(key) === value);
}

function toStored({ startedAt, ms, logs, runs }: MessageTrace): AttemptTrace {
  return {
    startedAt,
    ms,
    logs,
    runs: runs.map((run) => ({
      ...run,
      calls: run.calls.map(({ args: _args, outcome: _outcome, ...call }) => call),
    })),
  };
}

function keyOf(botId: number, messageId: string): string {
  return JSON.stringify([botId, messageId]);
}
