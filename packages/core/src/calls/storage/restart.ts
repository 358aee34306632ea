import { BotwrightError } from "../../types/errors.ts";
import type { PendingConflict } from "./conditional-writes.ts";
import type { ConflictHandling } from "../host-calls.ts";
import type { OperationKind } from "../operations.ts";

/** The code of the write that made its run start again; only journals contain it. */
export const RUN_RESTARTED = "RUN_RESTARTED";

/** A host call that changes something, as far as a restart has to wait for it. */
interface OpenEffect {
  /** It is performed from now on. */
  readonly begin: () => void;
  /** It waits for the restart itself, so the restart does not wait for it. */
  readonly leave: () => void;
  /** Its outcome has reached the plugin. */
  readonly settle: () => void;
  /** Resolves then. */
  readonly settled: () => Promise<void>;
}

/** Decides about conflicts and ends the attempt when its run starts again. */
export interface Restart {
  /** Follows one host call; undefined for one that changes nothing. */
  open(kind: OperationKind | undefined): OpenEffect | undefined;
  /**
   * Resolves when the value is to be written; rejects when the attempt is over.
   *
   * @param sequence the number of the write in the run
   */
  decide(
    conflict: PendingConflict,
    sequence: number,
    effect: OpenEffect | undefined,
  ): Promise<void>;
  /** Throws when the run is about to start again: no effect begins any more. */
  assertOpen(operation: string): void;
  /** The same for a new host call: rejects when the attempt has ended. Until then it is held back. */
  untilOver(operation: string): Promise<void> | undefined;
  /** The attempt has ended. */
  end(): void;
}

/** What {@link createRestart} needs of the run. */
export interface RestartOptions {
  /** Whether a message has reached the platform or may reach it. */
  readonly hasSent: () => boolean;
  readonly conflicts: ConflictHandling | undefined;
  /** The error of a host call that comes too late. */
  readonly refusal: (operation: string) => Error;
}

/**
 * Makes the {@link Restart} of one attempt. Before it ends, every effect that has begun settles, so that the
 * journal has its outcome: the next attempt takes it instead of performing the effect again.
 */
export function createRestart({ hasSent, conflicts, refusal }: RestartOptions): Restart {
  const performing = new Set<OpenEffect>();
  /** Settles the host calls that are held back. */
  let over: PromiseWithResolvers<void> | undefined;
  let isRestarting = false;

  function assertOpen(operation: string): void {
    if (isRestarting) throw refusal(operation);
  }

  async function mayRestart({ canGoBack }: PendingConflict, sequence: number): Promise<boolean> {
    if (conflicts === undefined || !canGoBack || hasSent()) return false;
    return conflicts.mayRestart(sequence);
  }

  return {
    open(kind) {
      if (kind === undefined || kind === "read") return undefined;
      return openEffect(performing);
    },
    async decide(conflict, sequence, effect) {
      // It may have begun to send in the meantime. From here to `isRestarting` nothing is asynchronous.
      const may = (await mayRestart(conflict, sequence)) && !hasSent();
      if (!may && !isRestarting) return;
      isRestarting = true;
      effect?.leave();
      conflicts?.onWaiting?.();
      while (performing.size > 0)
        await Promise.all([...performing].map(({ settled }) => settled()));
      const { key } = conflict;
      throw conflicts?.restart(key) === true ? runRestarted(key) : refusal("storage.set");
    },
    assertOpen,
    untilOver(operation) {
      if (!isRestarting) return undefined;
      over ??= Promise.withResolvers<void>();
      return over.promise.then(() => assertOpen(operation));
    },
    end: () => over?.resolve(),
  };
}

/** Makes an effect that is among the performing ones from its begin to its end. */
function openEffect(performing: Set<OpenEffect>): OpenEffect {
  let isSettled = false;
  /** Created by the first caller that waits: most effects settle without one. */
  let waiting: PromiseWithResolvers<void> | undefined;
  const effect: OpenEffect = {
    begin: () => void performing.add(effect),
    leave: () => void performing.delete(effect),
    settle() {
      isSettled = true;
      performing.delete(effect);
      waiting?.resolve();
    },
    settled() {
      waiting ??= Promise.withResolvers<void>();
      if (isSettled) waiting.resolve();
      return waiting.promise;
    },
  };
  return effect;
}

function runRestarted(key: string): BotwrightError {
  return new BotwrightError(
    `the run starts again: "${key.slice(0, 40)}" has changed since it was read`,
    { code: RUN_RESTARTED },
  );
}
