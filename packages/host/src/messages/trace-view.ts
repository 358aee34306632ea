import {
  createPace,
  type ErrorReport,
  type HostCallOutcome,
  type RunTrace,
  type TraceLog,
} from "@botwright/core";
import type { StoredCall, StoredRun } from "./attempt.ts";
import type { MessageError, MessageItem, MessageRow } from "./message-rows.ts";
import {
  type Attempt,
  type AttemptSources,
  readAttempts,
  readRecordedCalls,
  type RecordedCalls,
} from "./read-attempts.ts";
import {
  createShownRoom,
  type ShownRoom,
  type ShownValue,
  toShown,
  toShownArguments,
} from "./shown-value.ts";

/**
 * Everything that happened at a message. A member whose name ends in `_ms` with a point in time counts milliseconds
 * since the start of its attempt; `ms` is a duration.
 */
export interface MessageTraceView {
  readonly message: MessageItem;
  /** The attempts that have ended, the oldest first. */
  readonly attempts: readonly AttemptView[];
}

/** One attempt to handle a message. */
export interface AttemptView {
  readonly number: number;
  /** `"again"`: the infrastructure failed, and the message was handled again. */
  readonly ended: "done" | "again" | "set_aside";
  /** `null` when no plugin ran. */
  readonly started_at: string | null;
  readonly ended_at: string;
  readonly ms: number | null;
  readonly handled_by: string | null;
  readonly error: MessageError | null;
  readonly logs: readonly LogView[];
  readonly runs: readonly RunView[];
}

/** A log line. */
export interface LogView extends Pick<TraceLog, "level" | "message"> {
  readonly at_ms: number;
}

/** The run of one plugin. */
export interface RunView {
  readonly plugin: string;
  /** SHA-256 of the source; `null` for a plugin of the host itself. */
  readonly version: string | null;
  readonly status: RunTrace["status"];
  readonly started_ms: number;
  readonly ms: number;
  readonly cpu_ms: number | null;
  /** Interrupt ticks: the same on every machine. */
  readonly gas: number | null;
  readonly memory_bytes: number | null;
  readonly sends: number;
  readonly credits: number;
  /** How often the run was started again because another run had changed a key that it had read. */
  readonly restarts: number;
  readonly error: ErrorReport | null;
  readonly calls: readonly CallView[];
  readonly conflicts: readonly {
    readonly key: string;
    readonly result: "restarted" | "overwritten";
    readonly at_ms: number;
  }[];
  readonly logs: readonly LogView[];
  /** How many calls and log lines are left out because there were too many. */
  readonly more: number;
}

/** A host call. */
export interface CallView {
  readonly sequence: number;
  readonly operation: string;
  /** `null` if the journal has no entry of the call any more, or the run's journal is too large to read. */
  readonly args: ShownValue;
  /** `null` if the call has not settled, or in the cases of `args`. */
  readonly outcome: CallOutcomeView | null;
  readonly started_ms: number;
  readonly ms: number | null;
  readonly credits: number;
}

/** How a host call ended. For a send, the value is the platform's receipt. */
export type CallOutcomeView =
  | { readonly ok: true; readonly value: ShownValue }
  | { readonly ok: false; readonly error: MessageError };

/** Reads everything that happened at a message. */
export async function readTrace(
  sources: AttemptSources,
  row: MessageRow,
  message: MessageItem,
): Promise<MessageTraceView> {
  const attempts: AttemptView[] = [];
  const room = createShownRoom();
  for (const attempt of await readAttempts(sources, row)) {
    attempts.push(await viewAttempt(sources, attempt, room));
  }
  return { message, attempts };
}

async function viewAttempt(
  sources: AttemptSources,
  attempt: Attempt,
  room: ShownRoom,
): Promise<AttemptView> {
  const { number, ended, endedAt, handledBy, error, trace } = attempt;
  const runs: RunView[] = [];
  for (const run of trace?.runs ?? []) {
    runs.push(await viewRun(run, await callsOf(sources, attempt, run), room));
  }
  return {
    number,
    ended: ended === "aside" ? "set_aside" : ended,
    started_at: trace === undefined ? null : new Date(trace.startedAt).toISOString(),
    ended_at: endedAt.toISOString(),
    ms: trace?.ms ?? null,
    handled_by: handledBy,
    error,
    logs: (trace?.logs ?? []).map(viewLog),
    runs,
  };
}

/** Reads the host calls of a run; none without the settings, because nothing else says which values are secret. */
async function callsOf(
  sources: AttemptSources,
  { inputs }: Attempt,
  { plugin, callId, calls }: StoredRun,
): Promise<RecordedCalls> {
  const settings = inputs?.runs[plugin];
  if (settings === undefined || calls.length === 0) return { calls: new Map() };
  return readRecordedCalls(sources, callId, settings);
}

/** Views a run whose trace itself has the arguments and outcomes of its host calls; {@link toShown} hides secrets. */
export function viewTracedRun(run: RunTrace, room: ShownRoom): Promise<RunView> {
  return viewRun(run, { calls: new Map(run.calls.map((call) => [call.sequence, call])) }, room);
}

/** The event loop gets turns between calls, because every shown character is searched for secrets. */
async function viewRun(run: StoredRun, recorded: RecordedCalls, room: ShownRoom): Promise<RunView> {
  const { usage } = run;
  const calls: CallView[] = [];
  const pace = createPace();
  for (const call of run.calls) {
    if (call.operation === "call.start") continue;
    const before = room.left;
    calls.push(viewCall(call, recorded, room));
    await pace(before - room.left);
  }
  return {
    plugin: run.plugin,
    version: run.version === "" ? null : run.version,
    status: run.status,
    started_ms: run.startedMs,
    ms: run.durationMs,
    cpu_ms: usage?.cpuMs ?? null,
    gas: usage?.gas ?? null,
    memory_bytes: usage?.memoryBytes ?? null,
    sends: run.sends,
    credits: run.credits ?? 0,
    restarts: run.restarts ?? 0,
    error: run.error ?? null,
    calls,
    conflicts: run.conflicts.map(({ key, result, atMs }) => ({ key, result, at_ms: atMs })),
    logs: run.logs.map(viewLog),
    more: run.more ?? 0,
  };
}

function viewCall(
  { sequence, operation, startedMs, ms, credits }: StoredCall,
  { calls, redactor }: RecordedCalls,
  room: ShownRoom,
): CallView {
  const found = calls.get(sequence);
  const entry = found?.operation === operation ? found : undefined;
  return {
    sequence,
    operation,
    args: entry === undefined ? null : toShownArguments(operation, entry.args, redactor, room),
    outcome: viewOutcome(entry?.outcome, redactor, room),
    started_ms: startedMs,
    ms: ms ?? null,
    credits: credits ?? 0,
  };
}

function viewOutcome(
  outcome: HostCallOutcome | undefined,
  redactor: RecordedCalls["redactor"],
  room: ShownRoom,
): CallOutcomeView | null {
  if (outcome === undefined) return null;
  if (outcome.ok) return { ok: true, value: toShown(outcome.value, redactor, room) };
  const { code, message } = redactor?.redact(outcome.error) ?? outcome.error;
  return { ok: false, error: { code, message } };
}

function viewLog({ level, message, atMs }: TraceLog): LogView {
  return { level, message, at_ms: atMs };
}
