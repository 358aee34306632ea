import type { SentMessage } from "@botwright/simulators";

/** A sent message as JSON: files as base64, with their length. */
export function toSentView({ bytes, ...message }: SentMessage): Record<string, unknown> {
  if (bytes === undefined) return message;
  return { ...message, size: bytes.length, base64: Buffer.from(bytes).toString("base64") };
}
