import type { HandlerContext, JsonValue } from "@botwright/core";
import type { Language } from "./language.ts";
import { setWithRoom } from "./set-with-room.ts";
import { numberOf } from "./stored.ts";

/** What the stored games have in common. */
export interface StoredGame {
  readonly language: Language;
  readonly score: number;
  /** When it was played last, in milliseconds since 1970. */
  readonly at: number;
}

type Place = Pick<HandlerContext, "storage" | "msg">;

/** Milliseconds without a move after which a game is over: its commands are ordinary words again. */
const IDLE_MS = 30 * 60_000;

/** The game that the sender plays at the moment; `undefined` when there is none. */
export async function currentGame<Game extends StoredGame>(
  { storage, msg }: Place,
  read: (value: JsonValue) => Game | undefined,
): Promise<Game | undefined> {
  const game = read(await storage.get(`game/${msg.from}`));
  return game !== undefined && msg.timestamp - game.at <= IDLE_MS ? game : undefined;
}

/** Stores the sender's game. */
export function storeGame(
  { storage, msg }: Place,
  game: StoredGame & { readonly [field: string]: JsonValue },
): Promise<void> {
  return setWithRoom(storage, "game/", msg.from, game);
}

/** Ends the sender's game. */
export function endGame({ storage, msg }: Place): Promise<void> {
  return storage.delete(`game/${msg.from}`);
}

/** The sender's best score, a new one included, which is stored. */
export async function keepBest({ storage, msg }: Place, score: number): Promise<number> {
  const best = numberOf((await storage.get(`best/${msg.from}`)) ?? undefined);
  if (score > best) await setWithRoom(storage, "best/", msg.from, score);
  return Math.max(best, score);
}

/** The language that a stored game is played in. */
export function storedLanguage(value: JsonValue | undefined): Language {
  return value === "en" ? "en" : "zh";
}
