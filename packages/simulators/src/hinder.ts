import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultOptions, FaultSlot } from "./faults.ts";

/** Faults of the way between bot and platform, which all platforms have. */
export interface WayFaults {
  readonly "drop-connection": FaultSlot<FaultOptions>;
  readonly "broken-upload": FaultSlot<FaultOptions>;
  readonly slow: FaultSlot<FaultOptions & { readonly ms: number }>;
  readonly "lost-reply": FaultSlot<FaultOptions>;
  readonly garbled: FaultSlot<FaultOptions>;
}

/** Thrown to cut the connection. */
export const CUT: Error = new Error("cut");

/**
 * Takes half of an upload and cuts the connection; nothing of it is kept. To be asked before the
 * body is read.
 *
 * @throws CUT
 */
export async function hinderUpload(
  faults: Pick<WayFaults, "broken-upload">,
  name: string,
  request: IncomingMessage,
): Promise<void> {
  const isUpload = /^(multipart\/form-data|application\/octet-stream)/i.test(
    request.headers["content-type"] ?? "",
  );
  if (!isUpload || faults["broken-upload"].take(name) === undefined) return;
  // One whose length is not announced is cut after its first piece.
  const half = Number(request.headers["content-length"] ?? 0) / 2;
  let taken = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    taken += Buffer.byteLength(chunk);
    if (taken >= half) break;
  }
  throw CUT;
}

/** Cuts or delays a call before it has an effect. @throws CUT */
export async function hinderCall(
  faults: WayFaults,
  name: string,
  closing: AbortSignal,
): Promise<void> {
  if (faults["drop-connection"].take(name)) throw CUT;
  const slow = faults.slow.take(name);
  if (slow !== undefined) await sleep(slow.ms, undefined, { signal: closing });
}

/**
 * Spoils an answer of a call that has had its effect: it is lost, or not the JSON that it should be.
 *
 * @returns whether something has been answered
 * @throws CUT
 */
export function hinderAnswer(faults: WayFaults, name: string, response: ServerResponse): boolean {
  if (faults["lost-reply"].take(name)) throw CUT;
  if (faults.garbled.take(name) === undefined) return false;
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end('{"code":0,"result":');
  return true;
}

/** Answers with a file; of one whose reply is lost only half gets through. */
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
