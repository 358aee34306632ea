import type { SimulatorPlatform } from "../start.ts";
import { preview } from "./preview.ts";

/** What became of one message; what `dispatch` of `@botwright/core` results in fits here. */
export interface PageActivity {
  readonly platform: SimulatorPlatform;
  /** The exact id that the platform gave the message. */
  readonly id: string;
  /** Slug of the plugin that handled it, or `null`. */
  readonly handledBy: string | null;
  /** The plugins that had a turn, in order. */
  readonly runs: readonly PageRun[];
}

/** One plugin's turn at a message. What is left out is not shown. */
export interface PageRun {
  readonly plugin: string;
  readonly status: "handled" | "passed" | "invalid" | "failed";
  /** Milliseconds from call to end. */
  readonly durationMs: number;
  /** Why it failed. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  readonly usage?: PageUsage | undefined;
  /** Credits that were charged. */
  readonly credits?: number | undefined;
  readonly logs?: readonly PageLog[] | undefined;
  /** What it asked of its host, in order. */
  readonly calls?: readonly PageCall[] | undefined;
}

/** What a run has used. */
export interface PageUsage {
  /** Milliseconds of CPU time. */
  readonly cpuMs?: number;
  readonly gas?: number;
  /** Bytes of memory at the highest. */
  readonly memoryBytes?: number;
}

/** A line that was logged. */
export interface PageLog {
  readonly level: string;
  readonly text: string;
}

/** A host call; an entry of a journal fits here. */
export interface PageCall {
  readonly operation: string;
  readonly args: readonly unknown[];
  /** Left out for a call that never ended. */
  readonly outcome?:
    | { readonly ok: true; readonly value: unknown }
    | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } }
    | undefined;
  /** Milliseconds from call to answer. */
  readonly ms?: number | undefined;
}

/** A run as the page shows it: values in short. */
interface RunView extends Pick<PageRun, "plugin" | "status" | "error" | "credits">, PageUsage {
  ms: number;
  logs?: PageLog[];
  calls?: CallView[];
  /** How many logs and calls are not listed. */
  more?: number;
}

/** A host call in short. */
interface CallView {
  operation: string;
  args: string;
  /** Empty for an answer without a value; left out while there is none. */
  answer?: string;
  failed?: true;
  ms?: number;
}

/** What the page is told of a message that was worked on. */
export interface HandledView {
  kind: "handled";
  platform: SimulatorPlatform;
  id: string;
  by: string | null;
  /** The first plugin that failed at it. */
  failed?: string;
  /** Milliseconds in plugins. */
  ms: number;
  runs: RunView[];
}

/** So many lines and calls of one run are listed. */
const LISTED = 100;
/** Stands in journals, but no plugin has asked for it: the time and randomness of a run. */
const START = "call.start";
/** Answered with secrets. */
const CREDENTIALS = "getPlatformCreds";

/** Makes an activity small enough to be kept and sent. */
export function viewActivity({ platform, id, handledBy, runs }: PageActivity): HandledView {
  const failed = runs.find(({ status }) => status === "failed")?.plugin;
  return {
    kind: "handled",
    platform,
    id,
    by: handledBy,
    ...(failed === undefined ? {} : { failed }),
    ms: runs.reduce((sum, { durationMs }) => sum + durationMs, 0),
    runs: runs.map(viewRun),
  };
}

function viewRun({ plugin, status, durationMs, error, usage, credits, ...run }: PageRun): RunView {
  const { logs = [] } = run;
  const calls = (run.calls ?? []).filter(({ operation }) => operation !== START);
  const { cpuMs, gas, memoryBytes } = usage ?? {};
  const more = Math.max(0, logs.length - LISTED) + Math.max(0, calls.length - LISTED);
  return {
    plugin,
    status,
    ms: durationMs,
    ...(error !== undefined && { error: { code: error.code, message: cut(error.message) } }),
    ...(cpuMs !== undefined && { cpuMs }),
    ...(gas !== undefined && { gas }),
    ...(memoryBytes !== undefined && { memoryBytes }),
    ...(credits !== undefined && { credits }),
    ...(logs.length > 0 && {
      logs: logs.slice(0, LISTED).map(({ level, text }) => ({ level, text: cut(text) })),
    }),
    ...(calls.length > 0 && { calls: calls.slice(0, LISTED).map(viewCall) }),
    ...(more > 0 && { more }),
  };
}

function viewCall({ operation, args, outcome, ms }: PageCall): CallView {
  return {
    operation,
    args: args.map(viewArgument).join(", "),
    ...(outcome?.ok === true && { answer: viewAnswer(operation, outcome.value) }),
    ...(outcome?.ok === false && {
      answer: `${outcome.error.code}: ${cut(outcome.error.message)}`,
      failed: true as const,
    }),
    ...(ms !== undefined && { ms }),
  };
}

/** The message that a reply answers stands above, and says nothing new. */
function viewArgument(argument: unknown): string {
  const isMessage = typeof argument === "object" && argument !== null && "contextToken" in argument;
  return isMessage ? "msg" : preview(argument);
}

function viewAnswer(operation: string, value: unknown): string {
  if (operation === CREDENTIALS) return "credentials";
  return value === undefined ? "" : preview(value);
}

const LONGEST_TEXT = 2000;

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
