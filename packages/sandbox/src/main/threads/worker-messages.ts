import { isTaskMessage } from "../../generated/worker-messages.ts";
import type { FromWorker, ReadyMessage } from "../../protocol/protocol.ts";

/**
 * Reads a message of a worker. What comes after the first one may have been made by a guest that has
 * taken its engine over: nothing of it is believed.
 *
 * @throws {TypeError} for anything that is no message
 */
export function parseWorkerMessage(value: unknown): FromWorker {
  if (isTaskMessage(value) || isReady(value)) return value;
  throw new TypeError("the worker has sent something that is no message");
}

/** The base image in it is the host's own: no guest has run yet, which the receiver makes sure of. */
function isReady(value: unknown): value is ReadyMessage {
  return typeof value === "object" && value !== null && "type" in value && value.type === "ready";
}
