import { randomBytes } from "node:crypto";
import type { Frame } from "./frame.ts";
import type { QueuedEvent } from "./queue.ts";

/** A frame before it has its ids. */
export type Draft = Pick<Frame, "method" | "headers" | "payload">;

/** The frames of an event, split at any byte, in the requested order. */
export function eventFrames(queued: QueuedEvent, order: readonly number[]): Draft[] {
  const bytes = Buffer.from(JSON.stringify(queued.event));
  const size = Math.ceil(bytes.length / order.length);
  const trace = randomBytes(8).toString("hex");
  return order.map((seq) =>
    fragment(queued.key, order.length, seq, bytes.subarray(seq * size, (seq + 1) * size), trace),
  );
}

/** Fragments that are invalid: a sum that is no number, a sum of 0, an index outside of the sum, and differing sums. */
export function badFragments(): Draft[] {
  const key = randomBytes(16).toString("hex");
  return [
    fragment(key, "two", 0),
    fragment(key, 0, 0),
    fragment(key, 2, 2),
    fragment(key, 2, -1),
    fragment(key, 2, 0),
    fragment(key, 3, 1),
  ];
}

/** Frames that no client answers: a ping from the platform, and the event of a card. */
export function otherFrames(): Draft[] {
  const { headers, payload = Buffer.alloc(0) } = fragment(randomBytes(16).toString("hex"), 1, 0);
  return [
    { method: 0, headers: { type: "ping" } },
    { method: 1, headers: { ...headers, type: "card" }, payload },
  ];
}

function fragment(
  key: string,
  sum: number | string,
  seq: number,
  payload: Uint8Array = Buffer.from("{}"),
  trace = "",
): Draft & { readonly headers: Readonly<Record<string, string>> } {
  return {
    method: 1,
    headers: {
      type: "event",
      message_id: key,
      sum: String(sum),
      seq: String(seq),
      trace_id: trace,
    },
    payload,
  };
}
