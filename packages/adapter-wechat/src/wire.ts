/**
 * The shapes of the iLink bot API that the adapter reads and writes. What comes over the wire is
 * `unknown` until a guard of this file has looked at it; all fields are read one by one with a
 * fallback, because the server leaves out what it likes.
 */

import { textOf, type WireObject } from "@botwright/adapter-kit";

/** `type` of an item of a message. */
export const ITEM_TYPES = { text: 1, image: 2, voice: 3, file: 4, video: 5 } as const;

/** `message_type`: who wrote it. */
export const MESSAGE_TYPES = { user: 1, bot: 2 } as const;

/** An item that a bot sends: one per message. */
export type OutgoingItem = { readonly type: number } & WireObject;

/** An id as exact text; `""` when there is none. */
export function idOf(value: unknown): string {
  if (typeof value === "number") return Number.isSafeInteger(value) && value > 0 ? `${value}` : "";
  return value === "0" ? "" : textOf(value);
}
