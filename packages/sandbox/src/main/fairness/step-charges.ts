import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import type { UsageAccount } from "./usage-account.ts";

/** Milliseconds of a step above which it may contain a noticeable pause of the garbage collector. */
const LONG_MS = 4;

/** Most pauses that are remembered, the latest ones: one turn of the event loop has few. */
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
  /** Whether a step of the account's plugin is not charged yet; while other plugins are active, its next step waits. */
  isOpen(account: StepAccount): boolean;
  readonly close: () => void;
}

/** The part of an account that the charges need. */
type StepAccount = Pick<UsageAccount, "chargeStep" | "plugin" | "hasRivals">;

/**
 * Charges steps without the pauses in which the garbage collector collects the whole heap. All plugins fill the heap,
 * and the collector runs in whichever step is running when it has grown enough, so a charge would cost an honest
 * plugin its budget. Pauses for the young generation are charged, because most of that garbage is the step's own.
 *
 * Node reports a pause in the turn of the event loop after it, so a long step is charged two turns later.
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

/** Whether an entry of type `gc` is a collection of the whole heap: the entry's detail has the kind. */
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
