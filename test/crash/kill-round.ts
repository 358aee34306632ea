import type { Question } from "./kill-messages.ts";
import { createNotedSends, type NotedSends } from "./sends.ts";

/**
 * Where a round kills the process: when every chat has come to its exchange of this number, counted from 0,
 * before and after each performance; when a message is accepted; or when everything has ended.
 */
export type Stop = number | "before inbox.accept" | "after inbox.accept" | "the end";

/** One chat in one round. */
interface ChatRound {
  /** The exchange at which it waits for the death of its process. */
  readonly heldAt: string | undefined;
  readonly sends: NotedSends;
}

/** A round: each chat gets one message, and the process dies once. */
export interface KillRound {
  readonly stop: Stop;
  readonly chats: ReadonlyMap<number, ChatRound>;
  /** Resolves when every chat waits for the death, or has ended. */
  readonly reached: Promise<void>;
  /** Notes what a chat is about to do, or has done; returns whether it may go on. */
  mayGoOn(question: Question): boolean;
  /** The process has died: the next one may do everything. */
  setDead(): void;
}

/** Starts a round. */
export function createKillRound(stop: Stop, chats: readonly number[]): KillRound {
  const reached = Promise.withResolvers<void>();
  const states = new Map(
    chats.map((chat) => [
      chat,
      {
        asked: 0,
        heldAt: undefined as string | undefined,
        hasEnded: false,
        sends: createNotedSends(),
      },
    ]),
  );
  let isDead = false;

  return {
    stop,
    chats: states,
    reached: reached.promise,
    mayGoOn({ chat, moment, exchange, send }) {
      const state = states.get(chat);
      if (state === undefined) throw new Error(`there is no chat ${chat} in this round`);
      if (send !== undefined && moment === "before") state.sends.note(send.what, send.options);
      if (isDead) return true;
      const at = `${moment} ${exchange}`;
      // Messages are accepted one after another: one that waits keeps the others from their exchanges.
      const isAccept = exchange === "inbox.accept";
      const isHeld = isAccept ? at === stop : state.heldAt !== undefined || state.asked++ === stop;
      if (isHeld) state.heldAt ??= at;
      state.hasEnded ||= !isHeld && at === "before inbox.finish";
      const isReached = [...states.values()].every(
        ({ heldAt, hasEnded }) => hasEnded || heldAt !== undefined,
      );
      if (isReached || (isHeld && isAccept)) reached.resolve();
      return !isHeld;
    },
    setDead() {
      isDead = true;
    },
  };
}

/** Every place where a process can be killed, until no chat gets there. */
export function* everyStop(last: () => KillRound | undefined): Generator<Stop> {
  yield "before inbox.accept";
  yield "after inbox.accept";
  for (let stop = 0; ; stop += 1) {
    yield stop;
    const chats = [...(last()?.chats.values() ?? [])];
    if (chats.every(({ heldAt }) => heldAt === undefined)) return;
  }
}
