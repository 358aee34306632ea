import { type Clock, describeError, isInfrastructureError, type Logger } from "@botwright/core";
import type { NodeLease } from "../../node-lease.ts";

/** Milliseconds between attempts. */
const AGAIN_MS = 500;

/** The bot and the kind of data, for the log. */
interface Written {
  readonly botId: number;
  readonly what: string;
}

/**
 * Creates a function that runs a write about a bot of this node. It repeats the write while the database cannot be
 * reached and the node has its lease. Without the lease another node owns the bot and writes its own data.
 *
 * @example
 * const write = createWrites({ lease, clock, logger });
 * await write({ botId, what: "its name" }, () => rename(botId, name));
 */
export function createWrites(options: {
  readonly lease: Pick<NodeLease, "isHeld">;
  readonly clock: Clock;
  readonly logger: Logger;
}): (written: Written, work: () => Promise<void>) => Promise<void> {
  const { lease, clock, logger } = options;
  return async (written, work) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!lease.isHeld() || !isInfrastructureError(error)) throw error;
        const details = { ...written, ...describeError(error) };
        logger.warn("data of a bot could not be written yet", details);
      }
      await new Promise<void>((resolve) => clock.after(AGAIN_MS, resolve));
    }
  };
}
