import { invalidInput } from "@botwright/core";
import type { Budget } from "./token-bucket.ts";

/**
 * A resource of the host that a plugin uses, beside the limits of each call:
 *
 * - `cpu`: milliseconds of computing in workers and in the thread that formats replies; a slice of less than
 *   one millisecond counts less than it takes: one of half a millisecond an eighth
 * - `main-thread`: milliseconds by which steps in the main thread are longer than half of one
 * - `short-steps`: milliseconds of steps in the main thread, of each at most half of one: what very many host
 *   calls take
 * - `memory`: bytes by which calls grow their machines beyond 32 MiB
 * - `transfer`: bytes into and out of machines, beyond 128 KiB a call
 * - `loading`: milliseconds of computing in which a worker loads files
 * - `broken-limits`: calls and loads that a limit ends, that end a worker, or that damage their machine; fetches
 *   that end because their server makes the host work too much (`FETCH_EXCESSIVE_LOAD`)
 */
export type BudgetName = (typeof BUDGET_NAMES)[number];

const BUDGET_NAMES = [
  "cpu",
  "main-thread",
  "short-steps",
  "memory",
  "transfer",
  "loading",
  "broken-limits",
] as const;

/** Every budget of an account. */
export type Budgets = Readonly<Record<BudgetName, Budget>>;

/** The budgets of one plugin: capacity and refill per second. */
const PLUGIN_BUDGETS: Budgets = {
  // Milliseconds of slices in workers; short ones count less than they took.
  cpu: { capacity: 90, perSecond: 120 },
  // Milliseconds by which main-thread steps exceeded half a millisecond.
  "main-thread": { capacity: 45, perSecond: 50 },
  // Milliseconds of main-thread steps, of each at most half a millisecond: some 60 µs for a host call.
  "short-steps": { capacity: 60, perSecond: 200 },
  // Bytes by which calls grew their machines: the system had to supply these pages.
  memory: { capacity: 268_435_456, perSecond: 33_554_432 },
  // Bytes of messages, media, arguments and answers: each is copied several times, and the copies are garbage.
  transfer: { capacity: 8_388_608, perSecond: 8_388_608 },
  // Milliseconds of computing in which a worker loaded its files.
  loading: { capacity: 40, perSecond: 10 },
  // Calls, loads and fetches.
  "broken-limits": { capacity: 6, perSecond: 0.2 },
};

/** The budgets of one installation, so that one user's usage does not slow the plugin down for others. */
const INSTALLATION_BUDGETS: Budgets = {
  cpu: { capacity: 30, perSecond: 40 },
  "main-thread": { capacity: 30, perSecond: 8 },
  "short-steps": { capacity: 50, perSecond: 150 },
  memory: { capacity: 134_217_728, perSecond: 16_777_216 },
  // A photo that comes and goes is within the reserve; what follows at once waits.
  transfer: { capacity: 8_388_608, perSecond: 1_572_864 },
  // Files are loaded for the plugin.
  loading: { capacity: 40, perSecond: 10 },
  "broken-limits": { capacity: 3, perSecond: 0.1 },
};

/** The budgets of a sandbox; those of installations apply in addition to those of their plugins. */
export interface BudgetOptions {
  readonly plugin?: { readonly [Name in BudgetName]?: Budget | undefined };
  readonly installation?: { readonly [Name in BudgetName]?: Budget | undefined };
}

/** The budgets of a plugin's account, and of each of its installations'. */
export type PluginBudgets = Readonly<Record<keyof BudgetOptions, Budgets>>;

/**
 * Replaces the default budgets by the given ones.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the budget
 */
export function readBudgets(given: BudgetOptions = {}): PluginBudgets {
  return {
    plugin: merge("plugin", PLUGIN_BUDGETS, given),
    installation: merge("installation", INSTALLATION_BUDGETS, given),
  };
}

function merge(of: keyof BudgetOptions, defaults: Budgets, given: BudgetOptions): Budgets {
  const merged: Record<BudgetName, Budget> = { ...defaults };
  for (const name of BUDGET_NAMES) {
    const budget = given[of]?.[name] ?? merged[name];
    // Without a refill, a debt would never be paid.
    if (!(budget.capacity >= 0 && budget.perSecond > 0)) {
      const wanted = "a capacity from 0 on, and more than 0 per second";
      throw invalidInput(`budgets.${of}["${name}"] must have ${wanted}`);
    }
    merged[name] = budget;
  }
  return merged;
}
