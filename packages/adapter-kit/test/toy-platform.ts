import {
  type UserMessage,
  type SentMessage,
  type ForwardedText,
  type ContractSimulator,
  createFaults,
} from "@botwright/adapter-kit/contract";
import { platformError, createRedactor, pause } from "@botwright/adapter-kit";
import { NetworkError } from "@botwright/core";

export const TOKEN = "toy-token-1234567890";

/** A message on its way to the bot. */
export interface ToyMessage {
  readonly id: string;
  readonly say: UserMessage;
  /** Forwarded messages, in the place of what the person says. */
  readonly forward?: readonly ForwardedText[];
}

/** What an adapter can do on the toy: the calls of its API. */
export interface ToyApi {
  /** What waits; what is acknowledged is gone. `undefined`: the platform is closed. */
  poll(): readonly ToyMessage[] | undefined;
  acknowledge(messages: readonly ToyMessage[]): void;
  /** Makes a call, with all that can go wrong. */
  call<T>(name: string, to: string, effect: () => T, files?: readonly string[]): Promise<T>;
  show(message: Omit<SentMessage, "messageId">): string;
  type(to: string, state: "shown" | "cancelled"): void;
  /** A file that a person has sent. */
  file(id: string): Uint8Array | undefined;
}

/** A chat platform in memory. */
export interface ToySimulator extends ContractSimulator {
  readonly api: ToyApi;
  /** Forwards messages as a person. */
  forward(from: string, messages: readonly ForwardedText[]): void;
}

const redact = createRedactor([TOKEN]);

export function openToyPlatform(): ToySimulator {
  const queue: ToyMessage[] = [];
  const files = new Map<string, Uint8Array>();
  const sent: SentMessage[] = [];
  const requests: { call: string; files: readonly string[] }[] = [];
  const typing: { to: string; state: string }[] = [];
  const { fault, take } = createFaults();
  let count = 0;
  let isClosed = false;

  const api: ToyApi = {
    poll: () => (isClosed ? undefined : queue.slice()),
    acknowledge(messages) {
      // What is delivered twice waits once more.
      if (messages.length > 0 && take("duplicate") !== undefined) return;
      for (const message of messages) queue.splice(queue.indexOf(message), 1);
    },
    async call(name, to, effect, uploads = []) {
      requests.push({ call: name, files: uploads });
      const slow = take("slow", name);
      if (slow?.ms !== undefined) await pause(slow.ms);
      if (isClosed) throw broken("NETWORK_UNREACHABLE");
      if (take("drop-connection", name)) throw broken("NETWORK_FAILED");
      if (uploads.length > 0 && take("broken-upload", name)) throw broken("NETWORK_FAILED");
      if (take("revoked-credentials", name)) throw refusal("PLATFORM_UNAUTHORIZED", name);
      if (take("rate-limit", name)) throw refusal("PLATFORM_RATE_LIMITED", name);
      if (take("server-error", name)) throw refusal("PLATFORM_UNAVAILABLE", name);
      if (name === "download" && take("missing-file", name))
        throw refusal("PLATFORM_NOT_FOUND", name);
      if (take("refused-user", name, to)) throw refusal("PLATFORM_FORBIDDEN", name);
      const result = effect();
      if (take("lost-reply", name)) throw broken("NETWORK_FAILED", true);
      if (take("garbled", name)) throw broken("NETWORK_BAD_ANSWER", true);
      return result;
    },
    show(message) {
      for (const one of typing) if (one.to === message.to) one.state = "answered";
      const messageId = String(sent.length + 1);
      sent.push({ messageId, ...message });
      return messageId;
    },
    type(to, state) {
      const shown = typing.find((one) => one.to === to && one.state === "shown");
      if (shown !== undefined) shown.state = state;
      else if (state === "shown") typing.push({ to, state });
    },
    file: (id) => files.get(id),
  };

  return {
    api,
    async say(message) {
      const id = String(++count);
      if ("file" in message) files.set(id, message.file.bytes);
      queue.push({ id, say: message });
      return { id };
    },
    forward(from, messages) {
      queue.push({ id: String(++count), say: { from, text: "" }, forward: messages });
    },
    introduce: () => {},
    sent: () => sent,
    typing: () => typing,
    pending: () => queue.length,
    requests: () => requests,
    fault,
    async close() {
      isClosed = true;
    },
  };
}

function refusal(code: Parameters<typeof platformError>[0]["code"], call: string): Error {
  return platformError({ service: "Toy", call, code, description: "no", redact });
}

function broken(code: string, deliveryUnknown = false): Error {
  return new NetworkError("The toy's connection has failed", { code, deliveryUnknown });
}
