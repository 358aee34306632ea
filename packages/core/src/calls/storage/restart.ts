import { BotwrightError } from "../../types/errors.ts";
import type { PendingConflict } from "./conditional-writes.ts";
import type { ConflictHandling, OpenEffects } from "../host-calls.ts";
import type { OperationKind } from "../operations.ts";

/** The error code of a write that made its run start again; only journals contain it, a plugin never sees it. */
export const RUN_RESTARTED = "RUN_RESTARTED";

/** A host call that changes something; a restart waits for it once it is being performed. */
interface OpenEffect {
  readonly sequence: number;
  /** Marks the call as being performed. */
  readonly begin: () => void;
  /** Marks that the call waits for another one, or for memory, before it is performed. */
  readonly queue: () => void;
  /** Removes the call from those that the restart waits for, because the call itself waits for the restart. */
  readonly leave: () => void;
  /** Marks that the plugin has the outcome of the call. */
  readonly settle: () => void;
  /** Resolves when the plugin has the outcome. */
  readonly settled: () => Promise<void>;
}

/** Decides about conflicts and ends the attempt when its run starts again. */
export interface Restart {
  /** Creates the tracking of one host call; undefined for a call that changes nothing. */
  open(kind: OperationKind | undefined, sequence: number): OpenEffect | undefined;
  /** Decides about a conflict. Resolves when the write must overwrite the value; rejects when the attempt has ended. */
  decide(conflict: PendingConflict, effect: OpenEffect | undefined): Promise<void>;
  /** Throws when the run is about to start again, so that no further effect begins. */
  assertOpen(operation: string): void;
  /** Holds a new host call while the run is about to start again; rejects when the attempt has ended. */
  untilOver(operation: string): Promise<void> | undefined;
  /** Marks the attempt as ended, which rejects the held calls. */
  end(): void;
}

/** What {@link createRestart} needs of the run. */
export interface RestartOptions {
  /** Whether a message has reached the platform or may reach it. */
  readonly hasSent: () => boolean;
  readonly conflicts: ConflictHandling | undefined;
  /** Creates the error of a host call that was made too late. */
  readonly refusal: (operation: string) => Error;
}

/**
 * Creates the {@link Restart} of one attempt. Before the attempt ends, it waits until every effect that has begun has
 * settled, so that the journal has the outcome: the next attempt reuses it instead of performing the effect again.
 */
export function createRestart({ hasSent, conflicts, refusal }: RestartOptions): Restart {
  const effects = createEffects();
  const { performing } = effects;
  /** Resolves when the attempt has ended; the held calls wait for it. */
  let over: PromiseWithResolvers<void> | undefined;
  let isRestarting = false;

  function assertOpen(operation: string): void {
    if (isRestarting) throw refusal(operation);
  }

  async function mayRestart({ canGoBack }: PendingConflict): Promise<boolean> {
    if (conflicts === undefined || !canGoBack || hasSent()) return false;
    return conflicts.mayRestart(effects);
  }

  return {
    open(kind, sequence) {
      if (kind === undefined || kind === "read") return undefined;
      return effects.open(sequence);
    },
    async decide(conflict, effect) {
      // It may have begun to send in the meantime. From here to `isRestarting` nothing is asynchronous.
      const may = (await mayRestart(conflict)) && !hasSent();
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

/** The effects of one attempt. */
interface Effects extends OpenEffects {
  /** Those that are being performed: from their `begin` until they settle or leave. */
  readonly performing: Set<OpenEffect>;
  open(sequence: number): OpenEffect;
}

function createEffects(): Effects {
  const performing = new Set<OpenEffect>();
  /** Those that will soon be performed. */
  const coming = new Set<OpenEffect>();
  /** Resolves when none is coming; created by the first caller of `begun`. */
  let allBegun: PromiseWithResolvers<void> | undefined;

  function remove(effect: OpenEffect): void {
    coming.delete(effect);
    if (coming.size > 0) return;
    allBegun?.resolve();
    allBegun = undefined;
  }

  function open(sequence: number): OpenEffect {
    let isSettled = false;
    /** Created by the first caller of `settled`; most effects settle without one. */
    let waiting: PromiseWithResolvers<void> | undefined;
    const effect: OpenEffect = {
      sequence,
      begin() {
        performing.add(effect);
        remove(effect);
      },
      queue: () => remove(effect),
      leave: () => void performing.delete(effect),
      settle() {
        isSettled = true;
        performing.delete(effect);
        remove(effect);
        waiting?.resolve();
      },
      settled() {
        waiting ??= Promise.withResolvers<void>();
        if (isSettled) waiting.resolve();
        return waiting.promise;
      },
    };
    coming.add(effect);
    return effect;
  }

  return {
    performing,
    open,
    begun: async () =>
      coming.size === 0 ? undefined : (allBegun ??= Promise.withResolvers<void>()).promise,
    isPerforming: (sequence) => [...performing].some((effect) => effect.sequence === sequence),
  };
}

function runRestarted(key: string): BotwrightError {
  return new BotwrightError(
    `the run starts again: "${key.slice(0, 40)}" has changed since it was read`,
    { code: RUN_RESTARTED },
  );
}
