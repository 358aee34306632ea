import { isTaskMessage } from "../../generated/worker-messages.ts";
import type { DroppedMessage, FromWorker, ReadyMessage } from "../../protocol/protocol.ts";

/**
 * Validates a message of a worker. A guest may have compromised the engine in the worker, so every message
 * after the first one is untrusted.
 *
 * @throws {TypeError} for any other value
 */
export function parseWorkerMessage(value: unknown): FromWorker {
  if (isTaskMessage(value) || isReady(value) || isDropped(value)) return value;
  throw new TypeError("the worker has sent something that is no message");
}

/** The first message carries the base image and comes before any guest code; the receiver ensures that. */
function isReady(value: unknown): value is ReadyMessage {
  return typeof value === "object" && value !== null && "type" in value && value.type === "ready";
}

function isDropped(value: unknown): value is DroppedMessage {
  if (typeof value !== "object" || value === null || !("type" in value && "bytes" in value)) {
    return false;
  }
  const { type, bytes } = value;
  return type === "dropped" && Number.isInteger(bytes) && Number(bytes) >= 0;
}
