import { invalidInput } from "@botwright/core";
import type { Budget } from "./token-bucket.ts";

/**
 * A resource of the host that a plugin uses, in addition to the limits of each call:
 *
 * - `cpu`: milliseconds of computing in workers and in the thread that formats replies. A slice shorter than one
 *   millisecond is charged its duration cubed: half a millisecond costs an eighth of a millisecond
 * - `main-thread`: milliseconds by which steps in the main thread exceed half a millisecond
 * - `short-steps`: milliseconds of steps in the main thread, at most half of one per step; many host calls use it up
 * - `memory`: bytes by which calls grow their machines beyond 32 MiB
 * - `transfer`: bytes that calls move into and out of their machines, beyond 128 KiB per call
 * - `loading`: milliseconds of CPU time in which a worker loads files
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
  // Milliseconds of slices in workers; slices shorter than one millisecond are charged less than their duration.
  cpu: { capacity: 90, perSecond: 120 },
  // Milliseconds by which main-thread steps exceeded half a millisecond.
  "main-thread": { capacity: 45, perSecond: 50 },
  // Milliseconds of main-thread steps, at most half a millisecond of each step; a host call takes about 60 µs.
  "short-steps": { capacity: 60, perSecond: 200 },
  // Bytes by which calls grew their machines: the operating system had to supply these pages.
  memory: { capacity: 268_435_456, perSecond: 33_554_432 },
  // Bytes of messages, media, arguments and answers: the host copies each several times and leaves garbage.
  transfer: { capacity: 8_388_608, perSecond: 8_388_608 },
  // Milliseconds of CPU time in which a worker loaded the plugin's files.
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
  // The capacity suffices to receive one photo and send it back; further transfers wait for the refill.
  transfer: { capacity: 8_388_608, perSecond: 1_572_864 },
  // The same as the plugin's, because files are loaded for the plugin and not for an installation.
  loading: { capacity: 40, perSecond: 10 },
  "broken-limits": { capacity: 3, perSecond: 0.1 },
};

/** The budgets of a sandbox. An installation's budgets apply in addition to its plugin's. */
export interface BudgetOptions {
  readonly plugin?: { readonly [Name in BudgetName]?: Budget | undefined };
  readonly installation?: { readonly [Name in BudgetName]?: Budget | undefined };
}

/** The budgets of a plugin's account, and of the account of each of its installations. */
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
    // Without a refill, the account could never repay a debt.
    if (!(budget.capacity >= 0 && budget.perSecond > 0)) {
      const wanted = "a capacity from 0 on, and more than 0 per second";
      throw invalidInput(`budgets.${of}["${name}"] must have ${wanted}`);
    }
    merged[name] = budget;
  }
  return merged;
}
