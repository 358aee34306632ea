import { type Clock, describeError, isInfrastructureError, type Logger } from "@botwright/core";
import type { NodeLease } from "../../node-lease.ts";

/** Milliseconds between attempts. */
const AGAIN_MS = 500;

/** What is written, for the log. */
interface Written {
  readonly botId: number;
  readonly what: string;
}

/**
 * Makes what writes about a bot that this node has. While the database is away it is tried again, as long as the node
 * has its lease: without it, the bot has no living owner, and the next one writes for itself.
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
        logger.warn("what is known of a bot could not be written yet", details);
      }
      await new Promise<void>((resolve) => clock.after(AGAIN_MS, resolve));
    }
  };
}
