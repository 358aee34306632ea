import type { GuestRequest } from "../../protocol/call-messages.ts";
import type { SuspendedMemoryBudget } from "../fairness/suspended-memory.ts";
import type { UsageAccount } from "../fairness/usage-account.ts";
import { argumentCharacters } from "./host-bridge.ts";

/** Characters and bytes of arguments that are counted while they wait, and parsed in a step of their own. */
export const LARGE_ARGUMENTS = 65_536;

/** What {@link HeldArguments} need. */
export interface HeldArgumentsOptions {
  readonly account: UsageAccount;
  readonly suspendedMemory: SuspendedMemoryBudget;
  /** Called when the arguments of waiting calls are too many, and the plugin has most of them. */
  readonly onGiveUp: () => void;
}

/**
 * The large arguments of one call's requests, from their arrival to the end of their host call. They count among the
 * memory of waiting calls, because the guest does not hold them any more.
 */
export class HeldArguments {
  private readonly options: HeldArgumentsOptions;
  /** Their numbers in the budget, by those of their requests. */
  private readonly held = new Map<number, number>();

  constructor(options: HeldArgumentsOptions) {
    this.options = options;
  }

  keep(request: GuestRequest): void {
    const { account, suspendedMemory, onGiveUp } = this.options;
    const bytes = request.bytes.reduce(
      (sum, [, part]) => sum + part.byteLength,
      argumentCharacters(request),
    );
    if (bytes < LARGE_ARGUMENTS) return;
    this.held.set(request.id, suspendedMemory.keep({ account, bytes, giveUp: onGiveUp }));
  }

  letGo(id: number): void {
    const number = this.held.get(id);
    if (number === undefined) return;
    this.held.delete(id);
    this.options.suspendedMemory.release(this.options.account, number);
  }

  letGoAll(): void {
    for (const id of this.held.keys()) this.letGo(id);
  }
}
