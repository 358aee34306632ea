import type { Logger } from "@botwright/core";
import type { OpenSocket } from "./socket-connection.ts";

/** Options of {@link createDroppedFrames}. */
export interface DroppedFramesOptions {
  /** The platform's name, for log lines. */
  readonly service: string;
  readonly socket: OpenSocket;
  readonly logger: Logger;
}

/** How many unreadable frames a connection may have before it is closed; a faulty server sends them without end. */
const MAX_DROPPED = 100;

/**
 * Counts the frames of one connection that the adapter drops. It logs each distinct message once, so that a
 * server cannot fill the log; after a hundred frames it closes the connection, and the socket loop opens another.
 *
 * @returns a function that counts a dropped frame; its arguments are the text and the fields of a log line
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
