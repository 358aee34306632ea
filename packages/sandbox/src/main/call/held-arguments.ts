import type { GuestRequest } from "../../protocol/call-messages.ts";
import type { SuspendedMemoryBudget } from "../fairness/suspended-memory.ts";
import type { UsageAccount } from "../fairness/usage-account.ts";
import { argumentCharacters } from "./host-bridge.ts";

/** Characters and bytes from which arguments are large: counted while they wait, parsed in a separate step. */
export const LARGE_ARGUMENTS = 65_536;

/** What {@link HeldArguments} need. */
export interface HeldArgumentsOptions {
  readonly account: UsageAccount;
  readonly suspendedMemory: SuspendedMemoryBudget;
  /** Called when waiting calls hold too much memory, and these arguments are the largest item of the largest plugin. */
  readonly onGiveUp: () => void;
}

/**
 * The large arguments of one call's requests, from their arrival to the end of their host call. They count towards the
 * suspended-memory budget, because the main thread holds them and the guest's memory limit no longer covers them.
 */
export class HeldArguments {
  private readonly options: HeldArgumentsOptions;
  /** The numbers of the arguments in the budget, by the number of their request. */
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
    const kept = (number: number): void => void this.held.set(request.id, number);
    suspendedMemory.keep({ account, bytes, kept, giveUp: onGiveUp });
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
