import { SimulatorError } from "../errors.ts";
import type { SentMessage } from "../simulator.ts";

interface Waiter {
  readonly count: number;
  readonly resolve: (messages: readonly SentMessage[]) => void;
  readonly reject: (error: SimulatorError) => void;
  readonly timer: NodeJS.Timeout;
}

/** Records the messages that the bot has sent, and resolves the callers that wait for more. */
export class SentLog {
  readonly #messages: SentMessage[] = [];
  readonly #waiters = new Set<Waiter>();
  /** Called after each message. */
  onChange: () => void = () => {};

  add(message: SentMessage): void {
    this.#messages.push(message);
    for (const waiter of this.#waiters) {
      if (this.#messages.length >= waiter.count) this.#settle(waiter).resolve(this.all());
    }
    this.onChange();
  }

  /**
   * Changes a message that the bot has edited or recalled, for each of its receivers; does nothing when
   * there is no such message.
   */
  change(messageId: string, change: Partial<Omit<SentMessage, "messageId" | "to">>): void {
    for (const [index, message] of this.#messages.entries()) {
      if (message.messageId === messageId) this.#messages[index] = { ...message, ...change };
    }
    this.onChange();
  }

  all(): readonly SentMessage[] {
    return this.#messages.slice();
  }

  waitFor(count: number, timeoutMs = 30_000): Promise<readonly SentMessage[]> {
    if (this.#messages.length >= count) return Promise.resolve(this.all());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#settle(waiter).reject(
          new SimulatorError("SENT_TIMEOUT", this.#missing(count, timeoutMs)),
        );
      }, timeoutMs);
      const waiter: Waiter = { count, resolve, reject, timer };
      this.#waiters.add(waiter);
    });
  }

  close(): void {
    for (const waiter of this.#waiters) {
      this.#settle(waiter).reject(
        new SimulatorError("CLOSED", "The simulator was closed while messages were awaited."),
      );
    }
  }

  #settle(waiter: Waiter): Waiter {
    clearTimeout(waiter.timer);
    this.#waiters.delete(waiter);
    return waiter;
  }

  #missing(count: number, timeoutMs: number): string {
    const came = this.#messages.slice(-10).map(({ to, type, text, name }) => {
      const what = [text === undefined ? "" : JSON.stringify(text.slice(0, 80)), name ?? ""];
      return `  ${type} to ${to} ${what.join(" ")}`.trimEnd();
    });
    const head = `Waited ${timeoutMs} ms for ${count} sent messages, but ${this.#messages.length} came`;
    return came.length === 0 ? `${head}.` : `${head}; the last ones:\n${came.join("\n")}`;
  }
}
