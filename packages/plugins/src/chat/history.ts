import type { HandlerContext, JsonValue } from "@botwright/core";
import { cutText } from "../shared/cut-text.ts";
import { setWithRoom } from "../shared/set-with-room.ts";
import { fieldsOf, numberOf } from "../shared/stored.ts";

/** One message of a conversation with a model, as it is stored. */
export type Turn = Readonly<{ role: "user" | "assistant"; content: string }>;

/** UTF-8 bytes of one person's history. */
const MAX_BYTES = 16 * 1024;
/** Characters that are kept of one message. */
const MAX_TURN_LENGTH = 4000;

type Place = Pick<HandlerContext, "storage" | "msg">;

/**
 * The conversation with the sender so far.
 *
 * @param idleMs a conversation without a message for so long is over
 */
export async function readHistory({ storage, msg }: Place, idleMs: number): Promise<Turn[]> {
  const fields = fieldsOf(await storage.get(keyOf(msg.from)));
  if (fields === undefined || msg.timestamp - numberOf(fields["at"]) > idleMs) return [];
  const turns: unknown = fields["turns"];
  return Array.isArray(turns) ? turns.flatMap((turn: JsonValue) => toTurn(turn) ?? []) : [];
}

/** Stores the newest turns: as many pairs of question and answer as are wanted and have room. */
export async function storeHistory(
  { storage, msg }: Place,
  turns: readonly Turn[],
  maxPairs: number,
): Promise<void> {
  if (maxPairs === 0) return;
  const kept = turns
    .slice(-2 * maxPairs)
    .map(({ role, content }): Turn => ({ role, content: cutText(content, MAX_TURN_LENGTH) }));
  while (kept.length > 0 && Buffer.byteLength(JSON.stringify(kept)) > MAX_BYTES) {
    kept.splice(0, 2);
  }
  await setWithRoom(storage, PREFIX, msg.from, { at: msg.timestamp, turns: kept });
}

/** Forgets the conversation with the sender. */
export function clearHistory({ storage, msg }: Place): Promise<void> {
  return storage.delete(keyOf(msg.from));
}

const PREFIX = "history/";

function keyOf(person: string): string {
  return PREFIX + person;
}

function toTurn(value: JsonValue): Turn | undefined {
  const fields = fieldsOf(value);
  const role = fields?.["role"];
  const content = fields?.["content"];
  if ((role !== "user" && role !== "assistant") || typeof content !== "string") return undefined;
  return { role, content };
}
