import { isSecretAnswer } from "../../calls/find-operation.ts";
import { type Clock, systemClock } from "../../ports/clock.ts";
import type { BotEvent } from "../events.ts";
import type {
  MessageTrace,
  RunTrace,
  TraceCall,
  TraceConflict,
  TraceLog,
} from "./message-trace.ts";
import {
  createEventRedactor,
  type EventRedactorOptions,
  MAX_LOG_LENGTH,
  withoutValue,
} from "./redact-events.ts";
import type { PluginRun } from "../results.ts";

/** Options of {@link createTraceRecorder}. */
export interface TraceRecorderOptions extends EventRedactorOptions {
  /**
   * Whether the traces contain the arguments and answers of host calls. Set `false` in a host whose journal has them:
   * then no large value is kept or copied.
   * @default true
   */
  readonly keepsValues?: boolean;
  /** @default systemClock */
  readonly clock?: Clock;
}

/** Builds traces from the events of bots. */
export interface TraceRecorder {
  /**
   * Processes an event; pass the events in the order in which they happen. Returns the trace of a message for the
   * event that ends its handling.
   */
  take(event: BotEvent): MessageTrace | undefined;
}

/** Maximum number of host calls, of log lines and of conflicts that are kept of one run. */
const MAX_ENTRIES = 1000;

/** The events of a message so far. */
interface OpenMessage {
  readonly startedAt: number;
  readonly runs: Map<string, OpenRun>;
  readonly logs: TraceLog[];
}

interface OpenRun extends Pick<RunTrace, "callId" | "version" | "startedMs"> {
  /** The host calls, by sequence number. */
  readonly calls: TraceCall[];
  readonly conflicts: TraceConflict[];
  readonly logs: TraceLog[];
  more: number;
  ended?: PluginRun;
}

type EventOf<Type extends BotEvent["type"]> = Extract<BotEvent, { readonly type: Type }>;

/**
 * Creates a {@link TraceRecorder}, which turns events into what people read about a message. Its traces contain no
 * secrets of plugins.
 *
 * @example
 * const recorder = createTraceRecorder();
 * createBotRuntime({
 *   adapter,
 *   plugins,
 *   onEvent(event) {
 *     const trace = recorder.take(event);
 *     if (trace !== undefined) console.log(trace.handledBy, trace.runs);
 *   },
 * });
 */
export function createTraceRecorder(options: TraceRecorderOptions = {}): TraceRecorder {
  const { keepsValues = true, clock = systemClock, maxLineLength = MAX_LOG_LENGTH } = options;
  const redact = createEventRedactor({ ...options, maxLineLength });
  /** The open messages, by bot and message id. */
  const messages = new Map<string, OpenMessage>();

  return {
    take(given) {
      const event = redact(keepsValues ? given : withoutValues(given));
      if (event.type === "status" || event.messageId === undefined) return undefined;
      const key = JSON.stringify([event.botDbId, event.messageId]);
      if (event.type === "message-started") {
        messages.set(key, { startedAt: clock.now(), runs: new Map(), logs: [] });
      }
      const message = messages.get(key);
      if (message === undefined) return undefined;
      if (event.type === "message-done" || event.type === "message-failed") {
        messages.delete(key);
        return end(message, event, clock.now());
      }
      note(message, event, clock.now() - message.startedAt);
      return undefined;
    },
  };
}

/** Adds an event to the message; `atMs` is its time in milliseconds since the start of the message. */
function note(message: OpenMessage, event: BotEvent, atMs: number): void {
  if (event.type === "plugin-started") {
    const { plugin, callId, version } = event;
    const run = { callId, version, startedMs: atMs, calls: [], conflicts: [], logs: [], more: 0 };
    message.runs.set(plugin, run);
    return;
  }
  const run = "plugin" in event ? message.runs.get(event.plugin ?? "") : undefined;
  switch (event.type) {
    case "log": {
      const line = { level: event.level, message: event.message, atMs };
      if (run !== undefined) addTo(run, run.logs, line);
      else if (message.logs.length < MAX_ENTRIES) message.logs.push(line);
      break;
    }
    case "host-call-begun":
      begin(run, event, atMs);
      break;
    case "host-call-settled":
      settle(run, event);
      break;
    case "storage-conflict":
      if (run === undefined) break;
      // A restarted run makes its host calls anew.
      if (event.result === "restarted") run.calls.splice(0);
      addTo(run, run.conflicts, { key: event.key, result: event.result, atMs });
      break;
    case "plugin-ended":
      if (run !== undefined) run.ended = event.run;
      break;
    default:
  }
}

function begin(run: OpenRun | undefined, event: EventOf<"host-call-begun">, atMs: number): void {
  const { sequence, operation, args } = event;
  if (run === undefined) return;
  if (sequence < MAX_ENTRIES) run.calls[sequence] = { sequence, operation, args, startedMs: atMs };
  else run.more += 1;
}

function settle(run: OpenRun | undefined, event: EventOf<"host-call-settled">): void {
  const { sequence, args, outcome, ms, credits } = event;
  const begun = run?.calls[sequence];
  if (run === undefined || begun === undefined) return;
  // Replaces the arguments as well: only after a secret answer does the redactor know the secrets in them.
  run.calls[sequence] = { ...begun, args, outcome, ms, ...(credits !== undefined && { credits }) };
}

function addTo<Item>(run: OpenRun, list: Item[], item: Item): void {
  if (list.length < MAX_ENTRIES) list.push(item);
  else run.more += 1;
}

function end(
  { startedAt, runs, logs }: OpenMessage,
  event: EventOf<"message-done" | "message-failed">,
  now: number,
): MessageTrace {
  const { botDbId, messageId } = event;
  const isDone = event.type === "message-done";
  const ended = new Map(isDone ? event.result.runs.map((run) => [run.plugin, run]) : []);
  return {
    botDbId,
    messageId,
    startedAt,
    ms: now - startedAt,
    handledBy: isDone ? event.result.handledBy : null,
    runs: [...runs].map(([plugin, { ended: own, more, ...run }]): RunTrace => {
      const durationMs = now - startedAt - run.startedMs;
      const interrupted = { plugin, status: "interrupted" as const, sends: 0, durationMs };
      return {
        ...run,
        calls: Object.values(run.calls),
        ...(ended.get(plugin) ?? own ?? interrupted),
        ...(more > 0 && { more }),
      };
    }),
    logs,
    ...(!isDone && { error: { code: event.error.code, message: event.error.message } }),
  };
}

/** Removes arguments and answers, except for secret answers, which the redactor needs. */
function withoutValues(event: BotEvent): BotEvent {
  if (event.type === "host-call-begun") return { ...event, args: [] };
  if (event.type !== "host-call-settled" || isSecretAnswer(event.operation)) return event;
  return { ...event, args: [], outcome: withoutValue(event.outcome) };
}
