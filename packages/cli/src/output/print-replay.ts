import { createInterface } from "node:readline/promises";
import {
  formatError,
  type JournalEntry,
  type Logger,
  type RecordedRun,
  type RunDifference,
} from "@botwright/core";
import type { ReplayReport } from "@botwright/harness";
import { formatCall, formatOutcome } from "./format-call.ts";
import { diffLines } from "./line-diff.ts";
import type { PluginFile } from "../plugins/plugin-files.ts";
import type { Output, Terminal } from "../terminal.ts";

/** A call or a log line of a rerun. */
export type ReplayStep =
  | { readonly type: "call"; readonly call: JournalEntry }
  | { readonly type: "log"; readonly level: keyof Logger; readonly text: string };

/** Options of {@link printReplay}. */
export interface ShownReplay {
  readonly report: ReplayReport;
  readonly steps: readonly ReplayStep[];
  readonly file: PluginFile;
  /** Whether a person presses Enter before the next call. */
  readonly isStepping: boolean;
}

/**
 * Prints a rerun: the message, each call with its answer, and the end or the first difference.
 *
 * @returns whether all was printed; `false` if the person has broken off between two calls
 */
export async function printReplay(shown: ShownReplay, terminal: Terminal): Promise<boolean> {
  const { report, steps, file, isStepping } = shown;
  const { stdout: out } = terminal;
  const { recorded, sameSource, difference } = report;
  const { msg } = recorded.context;
  const source = sameSource ? "the recorded source" : "another source than the recorded one";
  out.line(
    `${out.style("bold", recorded.plugin.slug)} on ${recorded.platform}, ${file.name}: ${source}`,
  );
  if (recorded.secrets !== undefined) {
    const names = recorded.secrets.map(({ name }) => name).join(", ");
    out.line(out.style("dim", `without its secrets, which are not in the record: ${names}`));
  }
  out.line(`${out.style("cyan", msg.from)} ${msg.text || `[${msg.type}]`}`);
  for (const [number, { key, calls }] of (recorded.attempts ?? []).entries()) {
    const what = `attempt ${number + 1} ended after ${calls.length} host calls: "${key}" had changed since it was read`;
    out.line(out.style("dim", what));
  }
  const last = differsAt(difference);
  using pause = isStepping ? createPause(terminal) : undefined;
  for (const step of steps) {
    if (step.type === "log") {
      out.line(out.style("dim", `     ${step.level} ${step.text}`));
      continue;
    }
    const { call } = step;
    if (call.sequence >= last) break;
    const number = out.style("dim", `#${call.sequence}`.padStart(4));
    out.line(`${number} ${formatCall(call)} ${out.style("dim", `→ ${formatOutcome(call)}`)}`);
    if (pause !== undefined && !(await pause.isEnded())) return false;
  }
  if (difference !== undefined) printDifference(difference, out);
  out.line(
    report.same
      ? out.style("green", `✓ the same: ${describeOutcome(report.outcome)}`)
      : out.style("red", "✗ not the same"),
  );
  return true;
}

interface Pause extends Disposable {
  /** Waits for a key: Enter ends the pause; Ctrl-C, Ctrl-D and a signal break off. */
  readonly isEnded: () => Promise<boolean>;
}

function createPause({ stdin, stdout, signal }: Terminal): Pause {
  const lines = createInterface({ input: stdin, output: stdout.stream });
  return {
    isEnded: () =>
      lines.question("", { signal }).then(
        () => true,
        () => false,
      ),
    // An open interface would keep the process alive.
    [Symbol.dispose]: () => lines.close(),
  };
}

/** The number of the call from which on the rerun differs. */
function differsAt(difference: RunDifference | undefined): number {
  return difference === undefined || difference.kind === "outcome" ? Infinity : difference.sequence;
}

const TITLES: Readonly<Record<RunDifference["kind"], string>> = {
  "changed-call": "asks for something else",
  "extra-call": "asks for more",
  "missing-call": "does not ask for this any more",
  outcome: "ends otherwise",
};

function printDifference(difference: RunDifference, out: Output): void {
  const place = difference.kind === "outcome" ? "" : ` at #${difference.sequence}`;
  out.line(`\n${out.style("bold", `First difference${place}: it ${TITLES[difference.kind]}`)}`);
  const { before, removed, added, after } = diffLines(...sidesOf(difference));
  for (const line of before) out.line(`  ${line}`);
  for (const line of removed) out.line(out.style("red", `- ${line}`));
  for (const line of added) out.line(out.style("green", `+ ${line}`));
  for (const line of after) out.line(`  ${line}`);
  out.line();
}

function sidesOf(difference: RunDifference): [recorded: string, now: string] {
  switch (difference.kind) {
    case "outcome":
      return [describeOutcome(difference.recorded), describeOutcome(difference.now)];
    case "changed-call":
      return [spread(difference.recorded), spread(difference.now)];
    case "extra-call":
      return ["(nothing)", spread(difference.now)];
    default:
      return [spread(difference.recorded), "(nothing)"];
  }
}

/** A call on one line if it is short, otherwise with its arguments on several lines. */
function spread({ operation, args }: Pick<JournalEntry, "operation" | "args">): string {
  const short = formatCall({ operation, args });
  if (!short.includes("…") && short.length <= SHORT) return short;
  return `${operation}\n${JSON.stringify(args, hideBytes, 2)}`;
}

const SHORT = 100;

function hideBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}

function describeOutcome({ status, error, usage }: RecordedRun["outcome"]): string {
  const lines = [error === undefined ? status : `${status}, ${error.code}: ${formatError(error)}`];
  if (usage !== undefined) lines.push(`gas ${usage.gas}, memory ${usage.memoryBytes} bytes`);
  return lines.join("\n");
}
