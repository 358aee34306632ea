import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import type { UsageAccount } from "./usage-account.ts";

/** Milliseconds of a step above which the collector may have taken a part of it that others would notice. */
const LONG_MS = 4;

/** The last pauses that are remembered: those of one turn of the event loop are few. */
const MAX_PAUSES = 32;

/** A pause of the thread, or a step in it, by `performance.now()`. */
interface Period {
  readonly from: number;
  readonly until: number;
}

/** Charges steps in the main thread to their accounts. */
export interface StepCharges {
  /** @param ms how long the step has computed, which is at most the length of the period */
  charge(account: StepAccount, step: Period, ms: number): void;
  /** Whether a step of the account's plugin is yet to be charged: beside other plugins, the next one waits for that. */
  isOpen(account: StepAccount): boolean;
  readonly close: () => void;
}

/** What is asked of an account. */
type StepAccount = Pick<UsageAccount, "chargeStep" | "plugin" | "hasRivals">;

/**
 * Charges steps without the pauses of the garbage collector for the whole heap, which is everyone's: they come in
 * whatever runs when it has grown enough, and some of them would cost an honest plugin its budget. Small collections
 * are charged, because they are mostly of what the step itself has made.
 *
 * Node tells of a pause in the turn of the event loop after it. So a long step is charged two turns later.
 */
export function createStepCharges(): StepCharges {
  const pauses: Period[] = [];
  const late: { readonly account: StepAccount; readonly step: Period; readonly ms: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime: from, duration } = entry;
      if (isOfWholeHeap(entry)) pauses.push({ from, until: from + duration });
    }
    pauses.splice(0, Math.max(0, pauses.length - MAX_PAUSES));
  });
  observer.observe({ type: "gc" });

  function chargeLate(): void {
    for (const { account, step, ms } of late.splice(0)) {
      const paused = pauses.reduce((sum, pause) => sum + overlapOf(pause, step), 0);
      account.chargeStep(Math.max(0, ms - paused));
    }
  }

  return {
    charge(account, step, ms) {
      if (ms <= LONG_MS) return account.chargeStep(ms);
      if (late.length === 0) setImmediate(() => setImmediate(chargeLate));
      late.push({ account, step, ms });
    },
    isOpen: ({ plugin, hasRivals }) =>
      hasRivals && late.some(({ account }) => account.plugin === plugin),
    close: () => observer.disconnect(),
  };
}

/** Of an entry of type `gc`: its detail has the kind of the collection. */
function isOfWholeHeap(entry: PerformanceEntry): boolean {
  const detail: unknown = Reflect.get(entry, "detail");
  return (
    typeof detail === "object" &&
    detail !== null &&
    Reflect.get(detail, "kind") !== constants.NODE_PERFORMANCE_GC_MINOR
  );
}

function overlapOf(one: Period, other: Period): number {
  return Math.max(0, Math.min(one.until, other.until) - Math.max(one.from, other.from));
}
