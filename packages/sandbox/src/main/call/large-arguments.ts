import type { GuestRequest } from "../../protocol/call-messages.ts";
import { ARGUMENT_LIMITS } from "../../protocol/message-limits.ts";
import { readInSteps } from "./host-bridge.ts";

/** Whether reading a request's arguments in one step would hold up the main thread. */
export function hasLargeArguments({ json }: GuestRequest): boolean {
  return json.length > ARGUMENT_LIMITS.characters;
}

/** The arguments of one request that are read in several steps. */
export class LargeArguments {
  readonly request: GuestRequest;
  private readonly steps: Generator<undefined, unknown[]>;
  private outcome: (() => unknown[]) | undefined;

  constructor(request: GuestRequest) {
    this.request = request;
    this.steps = readInSteps(request);
  }

  /** Whether no step is left. */
  get isRead(): boolean {
    return this.outcome !== undefined;
  }

  /** Takes the next step; what it throws is kept for {@link read}. */
  step(): void {
    try {
      const { done, value } = this.steps.next();
      if (done === true) this.outcome = () => value;
    } catch (thrown) {
      this.outcome = () => {
        throw thrown;
      };
    }
  }

  /**
   * Returns the arguments, after the steps that are left.
   *
   * @throws {BotwrightError} as `readArguments`
   */
  read(): unknown[] {
    while (this.outcome === undefined) this.step();
    return this.outcome();
  }
}
