import { inSection, type Row } from "./row.ts";

/** Limits, prices and the rules for code. */
export const limitRows: readonly Row[] = [
  ...inSection("Limits", {
    "storage.user-limit": "A user has 5 MiB of storage over all plugins.",
    "storage.value-limit": "One value has at most 1 MiB.",
    "storage.uninstall": "What a plugin has stored stays when it is uninstalled.",
    "ai.free-calls": "A user has 200 calls of free models an hour.",
    "ai.free-images": "Of image models a user has a number of free pictures a day.",
    "ai.free-images-settable": "The administrator sets that number.",
    "search.user-limit": "A user has 30 searches a minute.",
    "search.plugin-limit": "A plugin has 60 searches a minute, for all its users.",
    "search.query-limit": "A query has at most 200 characters.",
    "search.results-limit": "A search brings 1 to 20 results.",
    "search.cache": "An identical query is answered from the cache for 5 minutes.",
    "search.timeout": "A search has 30 seconds.",
  }),
  ...inSection("Billing", {
    "billing.free": "A free model costs nothing.",
    "billing.paid": "A paid model is charged by its tokens, times its multiplier.",
    "billing.credit": "100 credits are 1 USD.",
    "billing.chat":
      "A chat costs ceil((input tokens × price + output tokens × price) / 1,000,000 × multiplier × 100).",
    "billing.image": "A picture costs ceil(price / 1000 × multiplier × 100).",
    "billing.never-negative": "No balance falls below zero, whatever is called at the same time.",
    "billing.once": "A call is charged once, also after a crash.",
  }),
  ...inSection("Code rules", {
    "code.obfuscated": "Obfuscated or encrypted code is refused.",
    "code.globals": "Code does not change globals or prototypes.",
    "code.private-data": "What of the user code sends out is shown to the reviewer.",
  }),
];
