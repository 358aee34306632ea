import { isRecord } from "../../http/http.ts";
import type { Push } from "./delivery.ts";
import { type DingtalkFrame, ROBOT_TOPIC } from "../wire.ts";

/** A frame of the platform that the robot has to answer. */
export type Awaited =
  | { readonly kind: "ping"; readonly data: string }
  | { readonly kind: "robot"; readonly push: Push | undefined }
  | { readonly kind: "event" | "other" };

/** A well-formed answer of the robot. */
export interface Answer {
  readonly code: number;
  readonly messageId: string;
  /** JSON as text. */
  readonly data: string;
}

const CODES: ReadonlySet<number> = new Set([200, 404, 500]);

/** The answer that a frame needs; `undefined` when it needs none. */
export function awaitedOf(
  { type, headers, data }: Omit<DingtalkFrame, "specVersion">,
  push?: Push,
): Awaited | undefined {
  const { topic } = headers;
  if (type === "EVENT") return { kind: "event" };
  if (type === "CALLBACK" && topic === ROBOT_TOPIC) return { kind: "robot", push };
  if (type !== "SYSTEM") return { kind: "other" };
  if (topic === "ping") return { kind: "ping", data };
  return /^(?:disconnect|CONNECTED|REGISTERED|KEEPALIVE)$/.test(topic ?? "")
    ? undefined
    : { kind: "other" };
}

/** Reads an answer; `undefined` when a field is missing or has the wrong form. */
export function readAnswer(value: unknown): Answer | undefined {
  if (!isRecord(value) || !isRecord(value["headers"])) return undefined;
  const { code, message, data, headers } = value;
  const { contentType, messageId } = headers;
  if (typeof code !== "number" || !CODES.has(code)) return undefined;
  if (contentType !== "application/json" || typeof messageId !== "string") return undefined;
  if (typeof message !== "string" || typeof data !== "string") return undefined;
  return parse(data) === undefined ? undefined : { code, messageId, data };
}

/** Whether the answer is valid for this frame. */
export function isValidAnswer(awaited: Awaited, { code, data }: Answer): boolean {
  if (awaited.kind === "ping") return code === 200 && data === awaited.data;
  if (code !== 200 || awaited.kind === "other") return true;
  const said = parse(data);
  if (!isRecord(said)) return false;
  return awaited.kind === "robot"
    ? "response" in said
    : said["status"] === "SUCCESS" || said["status"] === "LATER";
}

/** The value of a JSON text; `undefined` when it is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
