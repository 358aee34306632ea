import {
  type CallUsage,
  type DispatchResult,
  formatHeadline,
  type HostCallEnd,
  type HostCallEvent,
  type Logger,
  type Platform,
  type PluginRun,
} from "@botwright/core";
import { preview } from "./preview.ts";

/** The trace of one message: the result of its dispatch, and the details of each run. */
export interface PageActivity extends Pick<DispatchResult, "handledBy"> {
  readonly platform: Platform;
  /** The exact id that the platform gave the message. */
  readonly id: string;
  /** The plugins that had a turn, in order. */
  readonly runs: readonly PageRun[];
}

/** One plugin's run at a message. The page shows nothing for a field that is left out. */
interface PageRun extends Pick<PluginRun, "plugin" | "status" | "durationMs" | "error"> {
  readonly usage?: PageUsage;
  /** Credits that were charged. */
  readonly credits?: number;
  readonly logs?: readonly PageLog[];
  /** The host calls, in order. */
  readonly calls?: readonly PageCall[];
}

/** The resources that a run has used. */
type PageUsage = Partial<Pick<CallUsage, "cpuMs" | "gas" | "memoryBytes">>;

/** A line that was logged. */
export interface PageLog {
  readonly level: keyof Logger;
  readonly text: string;
}

/** A host call as reported by the runtime's events; one without an outcome has not settled. */
export interface PageCall extends Pick<HostCallEvent, "operation" | "args"> {
  readonly outcome?: HostCallEnd;
  /** Milliseconds from call to answer. */
  readonly ms?: number;
}

/** A run as the page shows it, with previews of its values. */
interface RunView extends Pick<PageRun, "plugin" | "status" | "credits">, PageUsage {
  error?: ErrorView;
  ms: number;
  logs?: PageLog[];
  calls?: CallView[];
  /** How many logs and calls are not listed. */
  more?: number;
}

/** Why a run failed; `frame` shows the lines around the place, where it is known. */
interface ErrorView {
  code: string;
  message: string;
  frame?: string;
}

/** A host call with previews of its arguments and its answer. */
interface CallView {
  operation: string;
  args: string;
  /** Empty for an answer without a value; left out while there is none. */
  answer?: string;
  failed?: true;
  ms?: number;
}

/** The `handled` event of the page. */
export interface HandledView {
  kind: "handled";
  platform: Platform;
  id: string;
  by: string | null;
  /** The first plugin that failed at it. */
  failed?: string;
  /** Milliseconds in plugins. */
  ms: number;
  runs: RunView[];
}

/** How many log lines and how many calls of one run are listed. */
const LISTED = 100;
/** The journal's entry of time and randomness of a run: no plugin calls it. */
const START = "call.start";
/** The operation whose results are secrets. */
const CREDENTIALS = "getPlatformCreds";

/** Reduces an activity to previews of bounded size, so that the feed can keep many. */
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
    ...(error !== undefined && { error: viewError(error) }),
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

function viewError({ code, message, position, frame }: NonNullable<PageRun["error"]>): ErrorView {
  const headline = formatHeadline({ message, ...(position !== undefined && { position }) });
  return { code, message: cut(headline), ...(frame !== undefined && { frame: cut(frame) }) };
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

/** The message that a reply answers is shown above the call: its name is enough. */
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
