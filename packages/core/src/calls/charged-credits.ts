import type { HostCallOutcome } from "../ports/journal.ts";
import { isCharged } from "./find-operation.ts";
import type { HostOperation } from "./operations.ts";

/**
 * The credits that a host call cost, read from its answer; 0 for an operation that is never charged.
 *
 * @example
 * chargedCredits("aiService.callModel", { ok: true, value: { credits_deducted: 7 } }); // 7
 */
export function chargedCredits(operation: HostOperation, outcome: HostCallOutcome): number {
  if (!isCharged(operation) || !outcome.ok) return 0;
  const { value } = outcome;
  if (typeof value !== "object" || value === null || !("credits_deducted" in value)) return 0;
  return typeof value.credits_deducted === "number" ? value.credits_deducted : 0;
}
