import type { Params } from "../methods/params.ts";
import type { TelegramObject, TelegramUpdate } from "../wire.ts";

/** An update that the bot has not confirmed. */
export interface QueuedUpdate {
  readonly update: TelegramUpdate;
  /** The chat; a webhook gets its updates one after the other. */
  readonly chatId: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const DAY_MS = 24 * 3600 * 1000;

/** Kinds that a bot gets only when `allowed_updates` names them. */
const OPT_IN = new Set(["chat_member", "message_reaction", "message_reaction_count"]);

/** The updates that wait for the bot, oldest first. */
export class UpdateQueue {
  readonly #pending = new Map<number, QueuedUpdate>();
  readonly #now: () => number;
  readonly #listeners: ((update: QueuedUpdate) => void)[] = [];
  #nextId: number;
  #allowed: readonly string[] | undefined;

  constructor(firstId: number, now: () => number) {
    this.#nextId = firstId;
    this.#now = now;
  }

  /** Calls back with each update that was added. */
  onAdded(listener: (update: QueuedUpdate) => void): void {
    this.#listeners.push(listener);
  }

  /** Adds an update and returns its id; undefined when the bot does not want this kind. */
  add(kind: string, body: TelegramObject, chatId: number): number | undefined {
    const wanted = this.#allowed?.includes(kind) ?? !OPT_IN.has(kind);
    if (!wanted) return undefined;
    const id = this.#nextId;
    this.#nextId += 1;
    const update: TelegramUpdate = { update_id: id, [kind]: body };
    const queued: QueuedUpdate = { update, chatId, expiresAt: this.#now() + DAY_MS };
    this.#pending.set(id, queued);
    for (const listener of this.#listeners) listener(queued);
    return id;
  }

  /** How many updates wait. */
  get size(): number {
    this.#dropExpired();
    return this.#pending.size;
  }

  /** The id that the next update will have. */
  get nextId(): number {
    return this.#nextId;
  }

  /** The waiting updates, oldest first. */
  *waiting(): Generator<QueuedUpdate> {
    this.#dropExpired();
    yield* this.#pending.values();
  }

  /** Forgets all updates below the id. */
  confirmBelow(id: number): void {
    for (const known of this.#pending.keys()) {
      if (known >= id) return;
      this.#pending.delete(known);
    }
  }

  clear(): void {
    this.#pending.clear();
  }

  forget(id: number): void {
    this.#pending.delete(id);
  }

  /** The kinds that the bot has requested; undefined for the defaults. */
  get allowed(): readonly string[] | undefined {
    return this.#allowed;
  }

  /** Stores `allowed_updates` if the call has it; an empty list means the defaults. */
  allow(params: Params): void {
    const list = params.json("allowed_updates");
    if (!Array.isArray(list)) return;
    const kinds = list.filter((kind) => typeof kind === "string").map((kind) => kind.toLowerCase());
    this.#allowed = kinds.length > 0 ? kinds : undefined;
  }

  #dropExpired(): void {
    for (const [id, { expiresAt }] of this.#pending) {
      if (expiresAt > this.#now()) return;
      this.#pending.delete(id);
    }
  }
}
