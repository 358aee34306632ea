import {
  type AskedCall,
  assertPermission,
  describeError,
  findOperation,
  type HostOperation,
  isInternal,
  isSend,
  type ParsedMessage,
  type Plugin,
  type RecordedRun,
  type Rerun,
  rerunRecord,
  type RunDifference,
} from "@botwright/core";
import type { MessageError } from "../messages/message-rows.ts";
import type { UpdateFinding } from "./update-report.ts";

/** The highest price of a call of a model, in any unit; `undefined` if it is not known. */
export type PriceOf = (args: readonly unknown[]) => Promise<number | undefined>;

/** The comparison of one rerun with its record. */
export interface ComparedRun {
  readonly findings: ReadonlySet<UpdateFinding>;
  readonly differences: readonly RunDifference[];
  readonly error: MessageError | undefined;
  /** Milliseconds of CPU time that the rerun took. */
  readonly cpuMs: number;
}

/** A run costs more if its gas exceeds the recorded gas by a quarter and by this number of ticks. */
const MORE_GAS = { factor: 1.25, ticks: 20 };

/** Whether the answer does not depend on the arguments: then the rerun can continue after other arguments. */
function tolerates(operation: HostOperation): boolean {
  if (isSend(operation) || operation === "timer") return true;
  return findOperation(operation)?.answer === "nothing";
}

/** Runs a version on the record of another version's run, and reports the differences. */
export async function compareRun(
  recorded: RecordedRun,
  plugin: Plugin,
  priceOf: PriceOf,
): Promise<ComparedRun> {
  let denied: MessageError | undefined;
  const rerun = await rerunRecord(recorded, plugin, {
    tolerates,
    endsAtDifference: true,
    onRequest(operation, args, answered) {
      denied ??= denialOf(plugin, operation, args, answered);
    },
  });
  const findings = new Set<UpdateFinding>();
  const failure = denied ?? failureOf(recorded, rerun);
  if (failure !== undefined) findings.add("fails");
  for (const difference of rerun.differences) {
    for (const finding of await findingsOf(difference, priceOf)) {
      // A run that fails does not reach the later calls, so their absence is no difference of its own.
      if (difference.kind === "missing-call" && failure !== undefined) continue;
      findings.add(finding);
    }
  }
  if (failure === undefined && endsOtherwise(recorded, rerun)) findings.add("ends_otherwise");
  // The rerun was stopped at a difference, so what the version does after it is unknown, even if that is only a timer.
  if (rerun.isCutShort && findings.size === 0) findings.add("asks_otherwise");
  if (failure === undefined && computesMore(recorded, rerun)) findings.add("costs_more");
  return {
    findings,
    differences: rerun.differences,
    error: failure,
    cpuMs: rerun.outcome.usage?.cpuMs ?? 0,
  };
}

async function findingsOf(difference: RunDifference, priceOf: PriceOf): Promise<UpdateFinding[]> {
  if (difference.kind === "outcome" || isOfSandbox(difference)) return [];
  const [before, now] = sidesOf(difference);
  const calls = [before, now].filter((call) => call !== undefined);
  const [dearest, former] = await Promise.all([costOf(now, priceOf), costOf(before, priceOf)]);
  return [
    ...(calls.some(({ operation }) => isSend(operation)) ? (["sends_otherwise"] as const) : []),
    ...(calls.some(({ operation }) => isAsking(operation)) ? (["asks_otherwise"] as const) : []),
    ...(dearest > former ? (["costs_more"] as const) : []),
  ];
}

/** The host calls of a difference, as recorded and in the rerun. */
export function sidesOf(
  difference: RunDifference,
): [recorded: AskedCall | undefined, now: AskedCall | undefined] {
  if (difference.kind === "outcome") return [undefined, undefined];
  if (difference.kind === "extra-call") return [undefined, difference.now];
  if (difference.kind === "missing-call") return [difference.recorded, undefined];
  return [difference.recorded, difference.now];
}

function isAsking(operation: HostOperation): boolean {
  return !isSend(operation) && !isInternal(operation);
}

/** Whether a difference concerns only operations of the sandbox itself, which no user notices. */
function isOfSandbox(difference: RunDifference): boolean {
  const calls = sidesOf(difference).filter((call) => call !== undefined);
  return calls.length > 0 && calls.every(({ operation }) => isInternal(operation));
}

/** The cost of a call. A model without a known price counts as a tiny amount, so that an additional call costs more. */
async function costOf(call: AskedCall | undefined, priceOf: PriceOf): Promise<number> {
  if (call === undefined || findOperation(call.operation)?.isCharged !== true) return 0;
  return (await priceOf(call.args)) ?? Number.EPSILON;
}

function failureOf(
  { outcome: before }: RecordedRun,
  { outcome, isCutShort }: Rerun,
): MessageError | undefined {
  const didFail = before.status === "failed" || before.status === "invalid";
  if (isCutShort || didFail) return undefined;
  if (outcome.status === "invalid") {
    return { code: "PLUGIN_INVALID_RESULT", message: "it does not return { handled: boolean }" };
  }
  if (outcome.status !== "failed") return undefined;
  const { code = "PLUGIN_ERROR", message = "" } = outcome.error ?? {};
  return { code, message };
}

function endsOtherwise({ outcome: before }: RecordedRun, { outcome, isCutShort }: Rerun): boolean {
  return !isCutShort && before.status !== outcome.status;
}

function computesMore({ outcome: before }: RecordedRun, { outcome, isCutShort }: Rerun): boolean {
  if (isCutShort || before.usage === undefined || outcome.usage === undefined) return false;
  const most = before.usage.gas * MORE_GAS.factor + MORE_GAS.ticks;
  return outcome.usage.gas > most;
}

/** The error with which the version's own permissions would refuse a call, although the record answers it. */
function denialOf(
  { meta, permitsHost }: Plugin,
  operation: HostOperation,
  args: readonly unknown[],
  answered: ParsedMessage,
): MessageError | undefined {
  try {
    assertPermission(meta.permissions, operation, args, answered, permitsHost);
    return undefined;
  } catch (thrown) {
    const { code, message } = describeError(thrown);
    return { code, message };
  }
}
