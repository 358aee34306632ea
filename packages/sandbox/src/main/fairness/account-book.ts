import { LRUCache } from "lru-cache";
import type { PluginVersion } from "../events.ts";
import {
  type BudgetName,
  type BudgetOptions,
  createPluginAccounts,
  type PluginAccounts,
  type UsageAccount,
} from "./usage-account.ts";

/** Plugins whose accounts are known at once; those that were not loaded for longest begin anew. */
const PLUGINS = 10_000;

/** Keeps the accounts of a sandbox's plugins. */
export interface AccountBook {
  /** The accounts under a name; a file that is loaded again goes on with what it has used. */
  open(name: string, plugin: PluginVersion): PluginAccounts;
}

/** Makes the book; `onOver` is told which plugin has used up a budget, and for how long. */
export function createAccountBook(
  isContended: (plugin: UsageAccount) => boolean,
  budgets: BudgetOptions,
  onOver: (plugin: PluginVersion, budget: BudgetName, forMs: number) => void,
): AccountBook {
  const rows = new LRUCache<string, { plugin: PluginVersion; accounts: PluginAccounts }>({
    max: PLUGINS,
  });
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
