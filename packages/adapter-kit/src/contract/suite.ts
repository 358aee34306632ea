import type { ContractCase } from "@botwright/core/contract";
import { capabilityRules } from "./rules/capabilities.ts";
import { duplicateRules } from "./rules/duplicates.ts";
import { failureRules, tokenRules } from "./rules/failures.ts";
import { forwardRules, unsupportedRules } from "./rules/kinds.ts";
import { killRules } from "./rules/kills.ts";
import { lifecycleRules } from "./rules/lifecycle.ts";
import { brokenUploadRules, mediaRules } from "./rules/media.ts";
import { pictureQuoteRules, quoteRules } from "./rules/quotes.ts";
import { receivingRules } from "./rules/receiving.ts";
import { recipientRules } from "./rules/recipients.ts";
import { referenceRules } from "./rules/references.ts";
import { sendingRules } from "./rules/sending.ts";
import type { AdapterContractSetup, ContractSimulator } from "./setup.ts";
import { toCases } from "./context.ts";
import { textRules } from "./rules/texts.ts";

/** The least `speed` for rules of failures. */
const FAILURE_SPEED = 20;

/**
 * The rules of a platform adapter, as named cases for any test framework. Each case opens a platform and
 * adapters of its own and closes them, so cases may run at the same time.
 *
 * @example
 * const cases = adapterContract({
 *   capabilities: { receive: ["text", "image"], … },
 *   simulator: () => startMyPlatform(), // has the shape of `ContractSimulator`
 *   create: createMyAdapter,
 *   options: (simulator) => ({ token: simulator.token, apiBase: simulator.baseUrl }),
 *   module: new URL("../src/index.ts", import.meta.url),
 *   users: ["1001", "1002"],
 *   secrets: (simulator) => [simulator.token],
 *   sendCall: "sendMessage",
 * });
 * for (const { name, run } of cases) test(name, run);
 */
export function adapterContract<S extends ContractSimulator, O extends object>(
  setup: AdapterContractSetup<S, O>,
): ContractCase[] {
  const { capabilities } = setup;
  const rules = toCases(setup, {
    ...receivingRules,
    ...sendingRules,
    ...recipientRules(capabilities),
    ...mediaRules(capabilities),
    ...referenceRules(capabilities),
    ...textRules,
    ...(capabilities.quotes && quoteRules),
    ...(setup.quotePicture !== undefined && pictureQuoteRules),
    ...(setup.pushUnsupported !== undefined && unsupportedRules),
    ...(setup.pushForward !== undefined && forwardRules),
    ...duplicateRules,
    ...(setup.module !== undefined && killRules),
    ...lifecycleRules,
    ...capabilityRules,
  });
  // These rules spend their time in the pauses between retries, so their timers can run faster.
  const fast = { ...setup, speed: Math.max(setup.speed ?? 0, FAILURE_SPEED) };
  const failures = toCases(fast, {
    ...brokenUploadRules(capabilities),
    ...failureRules,
    ...(setup.accessToken !== undefined && tokenRules),
  });
  return [...rules, ...failures];
}
