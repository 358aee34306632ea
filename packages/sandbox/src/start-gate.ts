import { setTimeout as sleep } from "node:timers/promises";
import type { UsageAccount } from "./usage-account.ts";

/** Milliseconds after which a waiting account is looked at again at the latest. */
const LOOK_MS = 250;

/** Milliseconds that a call which had to wait is watched before the next one follows it. */
const WATCH_MS = 50;

/** Lets calls begin; those of an account that is over a budget wait. */
export interface StartGate {
  /** Resolves when a call of this account may begin; at once as a rule. */
  enter(account: UsageAccount, ended: Promise<unknown>): Promise<void> | undefined;
}

/**
 * Makes the gate. Whoever has waited goes in one after another, and is watched for a moment: what it
 * costs is charged at the end, and a crowd that goes in at once would cost the debt many times over.
 */
export function createStartGate(isClosed: () => boolean): StartGate {
  /** The last call in line, by account. */
  const lines = new Map<UsageAccount, Promise<void>>();

  async function wait(account: UsageAccount, before: Promise<void> | undefined): Promise<void> {
    await before;
    for (
      let delay = account.startDelayMs();
      delay > 0 && !isClosed();
      delay = account.startDelayMs()
    ) {
      await sleep(Math.min(delay, LOOK_MS));
    }
  }

  return {
    enter(account, ended) {
      const before = lines.get(account);
      if (before === undefined && account.startDelayMs() === 0) return undefined;
      const turn = wait(account, before);
      const line = watch(turn, ended);
      lines.set(account, line);
      void line.finally(() => {
        if (lines.get(account) === line) lines.delete(account);
      });
      return turn;
    },
  };
}

/** Waits for a turn, and a little longer while the call that has it runs. */
async function watch(turn: Promise<void>, ended: Promise<unknown>): Promise<void> {
  await turn;
  await Promise.race([ended, sleep(WATCH_MS)]);
}
