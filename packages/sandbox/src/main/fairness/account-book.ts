import { entryLimit } from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { PluginVersion } from "../events.ts";
import { type BudgetName, type BudgetOptions, readBudgets } from "./budgets.ts";
import { createPluginAccounts, type PluginAccounts, type UsageAccount } from "./usage-account.ts";

/**
 * Plugins whose accounts the book keeps; beyond it, the plugin that was loaded least recently gets new accounts with
 * full budgets when it is loaded again.
 */
const PLUGINS = 10_000;

/** Keeps the accounts of a sandbox's plugins. */
export interface AccountBook {
  /** Returns the accounts under a name. A file that is loaded again continues with its previous usage. */
  open(name: string, plugin: PluginVersion): PluginAccounts;
}

/**
 * Creates the book. `onOver` is called when a plugin exceeds a budget, with its duration in milliseconds.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the budget
 */
export function createAccountBook(
  isContended: (plugin: UsageAccount) => boolean,
  given: BudgetOptions,
  onOver: (plugin: PluginVersion, budget: BudgetName, forMs: number) => void,
): AccountBook {
  const rows = new LRUCache<string, { plugin: PluginVersion; accounts: PluginAccounts }>(
    entryLimit(PLUGINS),
  );
  const budgets = readBudgets(given);
  return {
    open(name, plugin) {
      const known = rows.get(name);
      if (known !== undefined) {
        known.plugin = plugin;
        return known.accounts;
      }
      const accounts = createPluginAccounts({
        isContended,
        budgets,
        onOver: (budget, forMs) => onOver(row.plugin, budget, forMs),
      });
      const row = { plugin, accounts };
      rows.set(name, row);
      return accounts;
    },
  };
}
