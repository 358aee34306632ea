import {
  type CallUsage,
  findOperation,
  formatHeadline,
  type LogLevel,
  type MessageTrace,
  type Platform,
  type RunTrace,
  shortenText,
  type TraceCall,
} from "@botwright/core";
import { preview } from "./preview.ts";

/** A run in the form for the page, with previews of its values. */
interface RunView
  extends
    Pick<RunTrace, "plugin" | "status" | "credits">,
    Partial<Pick<CallUsage, "cpuMs" | "gas" | "memoryBytes">> {
  error?: ErrorView;
  ms: number;
  logs?: { level: LogLevel; text: string }[];
  calls?: CallView[];
  /** How many log lines and calls are left out. */
  more?: number;
}

/** The error of a failed run; `frame` shows the lines around its place, if that is known. */
interface ErrorView {
  code: string;
  message: string;
  frame?: string;
}

/** A host call with previews of its arguments and its answer. */
interface CallView {
  operation: string;
  args: string;
  /** Empty for an answer without a value; absent while there is no answer. */
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
  /** The first plugin that failed for this message. */
  failed?: string;
  /** Milliseconds that the plugins took. */
  ms: number;
  runs: RunView[];
}

/** How many log lines, and how many calls, of one run are listed. */
const LISTED = 100;
/** The journal's entry for the time and the seed of a run; no plugin calls it. */
const START = "call.start";

/** Reduces a trace to previews of bounded size, so that the feed can keep many. */
export function viewTrace(
  platform: Platform,
  { messageId: id, handledBy, runs }: MessageTrace,
): HandledView {
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

function viewRun({ plugin, status, durationMs, error, usage, credits, ...run }: RunTrace): RunView {
  const { logs } = run;
  const calls = run.calls.filter(({ operation }) => operation !== START);
  const { cpuMs, gas, memoryBytes } = usage ?? {};
  const unlisted = Math.max(0, logs.length - LISTED) + Math.max(0, calls.length - LISTED);
  const more = unlisted + (run.more ?? 0);
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
      logs: logs.slice(0, LISTED).map(({ level, message }) => ({ level, text: cut(message) })),
    }),
    ...(calls.length > 0 && { calls: calls.slice(0, LISTED).map(viewCall) }),
    ...(more > 0 && { more }),
  };
}

function viewError({ code, message, position, frame }: NonNullable<RunTrace["error"]>): ErrorView {
  const headline = formatHeadline({ message, ...(position !== undefined && { position }) });
  return { code, message: cut(headline), ...(frame !== undefined && { frame: cut(frame) }) };
}

function viewCall({ operation, args, outcome, ms }: TraceCall): CallView {
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

/** A preview of an argument; a message is shortened to `msg`, because the page shows it above the call. */
function viewArgument(argument: unknown): string {
  const isMessage = typeof argument === "object" && argument !== null && "contextToken" in argument;
  return isMessage ? "msg" : preview(argument);
}

function viewAnswer(operation: string, value: unknown): string {
  if (findOperation(operation)?.isSecret === true) return "…";
  return value === undefined ? "" : preview(value);
}

const MAX_TEXT_LENGTH = 2000;

function cut(text: string): string {
  return shortenText(text, MAX_TEXT_LENGTH);
}
