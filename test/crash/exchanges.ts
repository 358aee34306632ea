import type { PlatformAdapter, SendOptions, SendReceipt } from "@botwright/core";
import type { FromProcess, Question, ToProcess } from "./kill-messages.ts";

/** Asks the test before and after each exchange with a store or the platform whether the process may go on. */
export interface Exchanges {
  /** Of one chat. */
  of(chat: number): ChatExchanges;
  /** Takes a message of the test. */
  receive(message: ToProcess): void;
}

/** The exchanges of a chat. */
export interface ChatExchanges {
  ask(moment: Question["moment"], exchange: string, detail?: Detail): Promise<void>;
  /** Performs between two questions: the answer is seen after the second one only. */
  around<Result>(exchange: string, run: () => Promise<Result>, detail?: Detail): Promise<Result>;
  /** The same port, each of whose methods is an exchange. */
  port<Port extends object>(name: string, port: Port): Port;
}

type Detail = Pick<Question, "key" | "send">;

/** @param tell sends a message to the test */
export function createExchanges(tell: (message: FromProcess) => void): Exchanges {
  const waiting = new Map<number, () => void>();
  let asked = 0;

  function of(chat: number): ChatExchanges {
    function ask(moment: Question["moment"], exchange: string, detail: Detail = {}): Promise<void> {
      const id = asked++;
      const answered = new Promise<void>((resolve) => waiting.set(id, resolve));
      tell({ type: "ask", id, chat, moment, exchange, ...detail });
      return answered;
    }

    async function around<Result>(
      exchange: string,
      run: () => Promise<Result>,
      detail?: Detail,
    ): Promise<Result> {
      await ask("before", exchange, detail);
      try {
        return await run();
      } finally {
        await ask("after", exchange, detail);
      }
    }

    function port<Port extends object>(name: string, given: Port): Port {
      return new Proxy(given, {
        get(target, method) {
          const found: unknown = Reflect.get(target, method);
          if (typeof found !== "function") return found;
          return (...args: unknown[]) =>
            around(
              `${name}.${String(method)}`,
              async (): Promise<unknown> => Reflect.apply(found, target, args),
              typeof args[1] === "string" && method === "get" ? { key: args[1] } : {},
            );
        },
      });
    }

    return { ask, around, port };
  }

  return {
    of,
    receive(message) {
      if (message.type !== "go") return;
      waiting.get(message.id)?.();
      waiting.delete(message.id);
    },
  };
}

/** The adapter as one chat uses it: each of its sends is an exchange. Its connection is that of the process. */
export function exchangeSends(adapter: PlatformAdapter, exchanges: ChatExchanges): PlatformAdapter {
  const around = <Result>(
    method: string,
    what: string,
    { idempotencyKey, mayBeRepeat = false }: SendOptions = {},
    run: () => Promise<Result>,
  ): Promise<Result> =>
    exchanges.around(`adapter.${method}`, run, {
      send: { what, options: { mayBeRepeat, ...(idempotencyKey && { idempotencyKey }) } },
    });
  return {
    platform: adapter.platform,
    capabilities: adapter.capabilities,
    start: async () => {},
    stop: async () => {},
    sendText: (to, text, options) =>
      around("sendText", text, options, () => adapter.sendText(to, text, options)),
    sendImage: (to, bytes, options) =>
      around(
        "sendImage",
        "image",
        options,
        async () => (await adapter.sendImage?.(to, bytes, options)) ?? IGNORED,
      ),
    sendVideo: (to, bytes, options) =>
      around(
        "sendVideo",
        "video",
        options,
        async () => (await adapter.sendVideo?.(to, bytes, options)) ?? IGNORED,
      ),
    sendFile: (to, bytes, name, options) =>
      around(
        "sendFile",
        name,
        options,
        async () => (await adapter.sendFile?.(to, bytes, name, options)) ?? IGNORED,
      ),
    sendTyping: async (to) =>
      exchanges.around("adapter.sendTyping", async () => adapter.sendTyping?.(to)),
    cancelTyping: async (to) =>
      exchanges.around("adapter.cancelTyping", async () => adapter.cancelTyping?.(to)),
    download: (item, options) => adapter.download(item, options),
    downloadRaw: (reference, options) => adapter.downloadRaw(reference, options),
  };
}

const IGNORED: SendReceipt = { status: "ignored" };
