import { assertOptions, OPTION_RULES, type OptionRule, type OptionRules } from "@botwright/core";
import type {
  AIOptions,
  CredentialsSetup,
  SearchServiceSetup,
  ServicesOptions,
} from "./services-options.ts";

const { object, text } = OPTION_RULES;

const LIST_OR_FUNCTION: OptionRule = {
  expected: "a list, or a function that resolves to one",
  accepts: (value) => Array.isArray(value) || typeof value === "function",
};

const RULES: OptionRules<ServicesOptions> = {
  store: object,
  storageLimits: object,
  ai: object,
  search: object,
  credentials: object,
  limiter: object,
  log: object,
  logger: object,
  clock: object,
};

const AI_RULES: OptionRules<AIOptions> = {
  models: {
    expected: "a list of models, or a catalog",
    accepts: (value) => typeof value === "object" && value !== null,
  },
  providers: {
    expected: "an object of providers by name, or a function that finds one",
    accepts: (value) => object.accepts(value) || typeof value === "function",
  },
  ledger: object,
  freeImagesPerDay: {
    expected: "a number, or a function that resolves to one",
    accepts: (value) => typeof value === "number" || typeof value === "function",
  },
  usage: object,
  timeZone: text,
  limits: object,
};

const SEARCH_RULES: OptionRules<SearchServiceSetup> = {
  providers: LIST_OR_FUNCTION,
  cache: object,
  limits: object,
};

const CREDENTIALS_RULES: OptionRules<CredentialsSetup> = { store: object, secrets: object };

/**
 * Checks the options of `createServices`, except its limits, which are checked where they are read. Without this
 * check a store in memory would silently replace a store with a misspelt name, and lose its data with the process.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option
 */
export function assertServicesOptions(options: ServicesOptions): void {
  assertOptions("options", options, RULES);
  const { ai, search, credentials } = options;
  if (ai !== undefined) assertOptions("ai", ai, AI_RULES);
  if (search !== undefined) assertOptions("search", search, SEARCH_RULES);
  if (credentials !== undefined) assertOptions("credentials", credentials, CREDENTIALS_RULES);
}
