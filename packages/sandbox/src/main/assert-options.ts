import { assertOptions, invalidInput, OPTION_RULES, type OptionRules } from "@botwright/core";
import type { BudgetOptions } from "./fairness/budgets.ts";
import type { QuarantineOptions } from "./fairness/quarantine.ts";
import type { ApprovedMeta } from "./declaration.ts";
import type { PluginInfo, SandboxOptions } from "./sandbox-options.ts";

const { count, function: aFunction, number, object, size, text } = OPTION_RULES;

const FETCH = {
  expected: "a function, or false",
  accepts: (value: unknown) => typeof value === "function" || value === false,
};

const RULES: OptionRules<SandboxOptions> = {
  workers: count,
  limits: object,
  fetch: FETCH,
  quarantine: object,
  waitingBytes: size,
  answerBytes: size,
  pluginAnswerBytes: size,
  imageBytes: size,
  budgets: object,
  onEvent: aFunction,
  logger: object,
  clock: object,
};

const QUARANTINE_RULES: OptionRules<QuarantineOptions> = {
  strikes: size,
  windowMs: size,
  forMs: size,
};

const BUDGETS_RULES: OptionRules<BudgetOptions> = { plugin: object, installation: object };

const INFO_RULES: OptionRules<PluginInfo> = {
  slug: text,
  defaultSlug: text,
  file: text,
  approved: object,
  limits: object,
  fetch: FETCH,
  logger: object,
};

const APPROVED_RULES: OptionRules<ApprovedMeta> = {
  slug: text,
  permissions: object,
  priority: number,
};

/**
 * Checks the options of a sandbox, but not its limits and single budgets, which have readers of their own.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option
 */
export function assertSandboxOptions(options: SandboxOptions): void {
  assertOptions("options", options, RULES);
  assertOptions("quarantine", options.quarantine ?? {}, QUARANTINE_RULES);
  assertOptions("budgets", options.budgets ?? {}, BUDGETS_RULES);
}

/**
 * Checks what a plugin is loaded with, but not its limits, which have a reader of their own. A misspelt `approved`
 * would grant what the file declares.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option
 */
export function assertPluginInfo(info: PluginInfo): void {
  assertOptions("options", info, INFO_RULES);
  assertOptions("approved", info.approved ?? {}, APPROVED_RULES);
}

/** A text without blanks that ends as the name of a file does is no plugin: it exports nothing. */
const PATH = /^\S+\.[cm]?[jt]s$/u;

/**
 * Refuses what is no source text: bytes, or the path of a file.
 *
 * @throws {InvalidInputError} `INVALID_INPUT`
 */
export function assertSource(source: unknown): void {
  if (typeof source === "string" && !PATH.test(source)) return;
  const given = typeof source === "string" ? ", and this looks like a path" : "";
  throw invalidInput(
    `source must be the text of a plugin${given}: read the file with readFile(path, "utf8")`,
  );
}
