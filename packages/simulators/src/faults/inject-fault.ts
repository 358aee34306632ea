import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultSlots } from "./faults.ts";
import type { TransportFaults } from "./transport-faults.ts";

type TransportFaultSlots = FaultSlots<TransportFaults>;

/** Thrown by an injected fault: the server destroys the connection without an answer. */
export class ConnectionDropped extends Error {
  override readonly name = "ConnectionDropped";

  constructor() {
    super("the connection is dropped by an injected fault");
  }
}

/**
 * Reads half of an upload, discards it and drops the connection. Call it before the body is read.
 *
 * @throws ConnectionDropped
 */
export async function injectUploadFault(
  faults: Pick<TransportFaultSlots, "broken-upload">,
  name: string,
  request: IncomingMessage,
): Promise<void> {
  const isUpload = /^(multipart\/form-data|application\/octet-stream)/i.test(
    request.headers["content-type"] ?? "",
  );
  if (!isUpload || faults["broken-upload"].take(name) === undefined) return;
  // Without Content-Length, the upload is cut after its first chunk.
  const half = Number(request.headers["content-length"] ?? 0) / 2;
  let taken = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    taken += Buffer.byteLength(chunk);
    if (taken >= half) break;
  }
  throw new ConnectionDropped();
}

/** Drops or delays a call before it has an effect. @throws ConnectionDropped */
export async function injectCallFault(
  faults: TransportFaultSlots,
  name: string,
  closing: AbortSignal,
): Promise<void> {
  if (faults["drop-connection"].take(name)) throw new ConnectionDropped();
  const slow = faults.slow.take(name);
  if (slow !== undefined) await sleep(slow.ms, undefined, { signal: closing });
}

/**
 * Corrupts the answer of a call after its effect: drops it, or sends truncated JSON.
 *
 * @returns whether an answer was sent
 * @throws ConnectionDropped
 */
export function injectAnswerFault(
  faults: TransportFaultSlots,
  name: string,
  response: ServerResponse,
): boolean {
  if (faults["lost-reply"].take(name)) throw new ConnectionDropped();
  if (faults.garbled.take(name) === undefined) return false;
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end('{"code":0,"result":');
  return true;
}

/** Answers with a file; for a lost reply, sends only half of it. */
export function answerFile(
  response: ServerResponse,
  bytes: Uint8Array,
  options: {
    readonly status?: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly isLost: boolean;
  },
): void {
  const { status = 200, headers, isLost } = options;
  response.writeHead(status, { "Content-Length": bytes.length, ...headers });
  if (isLost) response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  else response.end(bytes);
}
