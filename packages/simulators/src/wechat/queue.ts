import { createHash } from "node:crypto";
import { Refusal } from "./answer.ts";
import type { WechatMessage, WechatObject } from "./wire.ts";

/** Maximum number of messages in one answer. */
const BATCH = 20;

/** What getupdates returns for an empty cursor; the real server's behaviour is not known. */
export type CursorStart = "unconfirmed" | "nothing" | "everything";

/** Options of a poll. */
interface PollOptions {
  readonly holdMs: number;
  readonly gone: AbortSignal;
  readonly start: CursorStart;
}

/** The messages to the bot, the cursors that confirm them, and the held poll. */
export class MessageQueue {
  readonly #messages: WechatMessage[] = [];
  /** The highest message number confirmed by a returned cursor. */
  #passed = 0;
  #cursors = 0;
  #wake: () => void = () => {};

  add(make: (seq: number) => WechatMessage): WechatMessage {
    const message = make(this.#messages.length + 1);
    this.#messages.push(message);
    this.#wake();
    return message;
  }

  /** How many messages no returned cursor has confirmed. */
  get pending(): number {
    return this.#messages.length - this.#passed;
  }

  /** Ends the held poll. */
  release(): void {
    this.#wake();
  }

  /**
   * getupdates: the messages after the cursor, or the next one that arrives within `holdMs`.
   *
   * @throws Refusal -3 for a cursor of another session
   */
  async poll(
    cursor: string,
    session: string,
    { holdMs, gone, start }: PollOptions,
  ): Promise<WechatObject> {
    const from = cursor === "" ? this.#start(start) : readCursor(cursor, session);
    this.#passed = Math.max(this.#passed, from);
    // Only one poll is held: an older one is answered without messages.
    this.release();
    if (from >= this.#messages.length && holdMs > 0) await this.#wait(holdMs, gone);
    if (gone.aborted) return {};
    const msgs = this.#messages.slice(from, from + BATCH);
    return { msgs, ...this.#write(from + msgs.length, session) };
  }

  /** Repeats the last confirmed messages, with a new cursor after them. */
  repeat(session: string): WechatObject {
    const end = this.#passed;
    const msgs = this.#messages.slice(Math.max(0, end - BATCH), end);
    return { msgs, ...this.#write(end, session) };
  }

  #start(start: CursorStart): number {
    if (start === "unconfirmed") return this.#passed;
    return start === "nothing" ? this.#messages.length : 0;
  }

  /** Makes a cursor; every answer has a new one, even an empty answer. */
  #write(seq: number, session: string): WechatObject {
    const next = Buffer.from(`${seq}:${digest(session)}:${++this.#cursors}`).toString("base64");
    return { sync_buf: next.slice(0, 16), get_updates_buf: next };
  }

  #wait(ms: number, gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        gone.removeEventListener("abort", end);
        if (this.#wake === end) this.#wake = () => {};
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#wake = end;
      gone.addEventListener("abort", end);
    });
  }
}

/** Reads a cursor, which is opaque to bots: the last message's number, the session, and the cursor's number. */
function readCursor(cursor: string, session: string): number {
  const [seq = "", owner] = Buffer.from(cursor, "base64").toString().split(":");
  if (owner !== digest(session) || !/^\d+$/.test(seq)) throw new Refusal({ ret: -3 });
  return Number(seq);
}

function digest(session: string): string {
  return createHash("sha1").update(session).digest("hex").slice(0, 38);
}
