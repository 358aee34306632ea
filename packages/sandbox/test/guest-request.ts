import type { GuestRequest } from "../src/protocol/call-messages.ts";

/** What a guest asks for. */
export function request(
  operation: string,
  json: string,
  bytes: GuestRequest["bytes"] = [],
): GuestRequest {
  return { id: 1, operation, json, bytes, texts: [] };
}
