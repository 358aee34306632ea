import {
  type BotEvent,
  callIdOf,
  type Journal,
  type MessageIdentity,
  readRun,
} from "@botwright/core";
import type { Chat } from "../chat/chat.ts";
import { createMessageResults } from "./message-results.ts";
import type { CreditAccount } from "../fakes/services.ts";
import type { LogLine, Turn } from "./turn.ts";

/** Makes turns from the events of the bot's runtime. */
export interface Turns {
  /** Receives the events of the bot's runtime. */
  readonly onEvent: (event: BotEvent) => void;
  /** Resolves when the bot is done with the message of this exact id. Call it once for an id. */
  readonly of: (messageId: string) => Promise<Turn>;
}

/** The sources of turns. */
export interface TurnsOptions {
  /** The plugin under test. */
  readonly slug: string;
  readonly chat: Pick<Chat, "sent" | "typings">;
  readonly journal: Journal;
  /** All lines logged so far. */
  readonly lines: readonly LogLine[];
  readonly credits: Pick<CreditAccount, "spent">;
}

/** Totals at one moment; a turn is the difference of two. */
interface Counts {
  readonly logs: number;
  readonly sent: number;
  readonly typings: number;
  readonly spent: number;
}

/** Returns the difference of two totals: the events while the message was handled. */
type Happened = Pick<Turn, "sends" | "replies" | "typings" | "credits" | "logs">;

/** The same bytes, as tests compare them and write them to files. */
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);

/** Makes {@link Turns}. */
export function createTurns({ slug, chat, journal, lines, credits }: TurnsOptions): Turns {
  const results = createMessageResults();
  /** Totals at the start of the messages being handled, by message id. */
  const begun = new Map<string, Counts>();
  const done = new Map<string, { readonly happened: Happened; readonly callId: string }>();

  const count = (): Counts => ({
    logs: lines.length,
    sent: chat.sent().length,
    typings: chat.typings(),
    spent: credits.spent,
  });

  function happenedSince(before: Counts, person: string): Happened {
    const sends = chat
      .sent()
      .slice(before.sent)
      .filter(({ to }) => to === person)
      .map(({ bytes, ...send }) =>
        bytes === undefined ? send : { ...send, bytes: asBuffer(bytes) },
      );
    return {
      sends,
      replies: sends.flatMap(({ type, text }) =>
        type === "text" && text !== undefined ? [text] : [],
      ),
      typings: chat.typings() - before.typings,
      credits: credits.spent - before.spent,
      logs: lines.slice(before.logs),
    };
  }

  function onDone(identity: MessageIdentity, person: string): void {
    const before = begun.get(identity.messageId) ?? count();
    begun.delete(identity.messageId);
    const callId = callIdOf({ ...identity, plugin: slug });
    done.set(identity.messageId, { happened: happenedSince(before, person), callId });
  }

  return {
    onEvent(event) {
      if (event.type === "message-started") begun.set(event.messageId, count());
      if (event.type === "message-failed") begun.delete(event.messageId);
      if (event.type === "message-done") onDone(event, event.incoming.message.from);
      results.onEvent(event);
    },
    async of(id) {
      const { handledBy, runs } = await results.of(id);
      const turn = done.get(id);
      done.delete(id);
      if (turn === undefined) throw new Error(`the turn of message ${id} was asked for before`);
      const run = runs.find(({ plugin }) => plugin === slug);
      return {
        ...turn.happened,
        handled: handledBy !== null,
        handledBy,
        calls: (await readRun(journal, turn.callId)).calls,
        runs,
        usage: run?.usage,
        error: run?.error,
      };
    },
  };
}
