import type { Logger } from "@botwright/core";
import type { OpenSocket } from "./socket-connection.ts";

/** Options of {@link createDroppedFrames}. */
export interface DroppedFramesOptions {
  /** Name of the platform, for log lines. */
  readonly service: string;
  readonly socket: OpenSocket;
  readonly logger: Logger;
}

/** Frames of one connection that nobody could read, after which it is closed: a faulty server sends them on and on. */
const MAX_DROPPED = 100;

/**
 * Notes what is dropped of one connection. Of lines with the same message the first is logged, so that a
 * server cannot fill the log; after a hundred in all the connection is closed, and the loop makes another.
 *
 * @returns a function that notes one, as the text and the fields of a log line
 * @example
 * const drop = createDroppedFrames({ service: "Pigeon", socket, logger });
 * if (!isFrame(value)) drop("Pigeon: what is no frame is dropped");
 */
export function createDroppedFrames({
  service,
  socket,
  logger,
}: DroppedFramesOptions): (message: string, fields?: Record<string, unknown>) => void {
  const logged = new Set<string>();
  let dropped = 0;
  return (message, fields) => {
    dropped += 1;
    if (!logged.has(message)) logger.warn(message, fields);
    logged.add(message);
    if (dropped !== MAX_DROPPED) return;
    logger.warn(`${service}: the connection is closed, because too much of it cannot be read`);
    socket.close();
  };
}
