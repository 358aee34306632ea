import type { UserMessage } from "./message/user-message.ts";

/** The ids of a message that a person has sent. */
export interface MessageIds {
  /** The exact id that the platform delivers, by which a bot deduplicates. */
  readonly id: string;
  /** The id by which answers quote the message; on some platforms the same as `id`. */
  readonly messageId: string;
}

/** A person whom the platform knows. */
export interface Person {
  /** The person's id on the platform. */
  readonly id: string;
  /** The name that bots see, on platforms that send one; the default is the id. */
  readonly name: string;
}

/** A message that the bot has sent and the platform has accepted. */
export interface SentMessage {
  /** The id that the platform gave it. */
  readonly messageId: string;
  /** The id of the person or chat it went to. */
  readonly to: string;
  readonly type: "text" | "image" | "voice" | "video" | "file";
  /** The text, or the caption of a file. */
  readonly text?: string;
  /** The file itself. */
  readonly bytes?: Uint8Array;
  /** The file's name as the bot gave it. */
  readonly name?: string;
  /** The message that this one answers, with its text if it has one. */
  readonly quotes?: { readonly messageId: string; readonly text?: string };
  /** `false`: the platform has accepted it, but people's apps do not show it, or not any more. @default true */
  readonly shown?: boolean;
}

/** One typing indicator as a person saw it. */
export interface TypingState {
  /** The id of the person or chat that saw it. */
  readonly to: string;
  /** The platform's name of the shown action. */
  readonly action: string;
  /** How many requests of the bot started or prolonged it. */
  readonly times: number;
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** When it ended or will expire, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Whether it is still shown, or else what ended it. */
  readonly state: "shown" | "expired" | "cancelled" | "answered";
}

/** A request as received, without tokens. */
export interface RequestRecord {
  /** Time of arrival, in milliseconds since 1970. */
  readonly at: number;
  /** The HTTP method. */
  readonly verb: string;
  /** The platform's method, or the path, in the bot's spelling. */
  readonly call: string;
  /** The parameters from URL and body. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The names of the uploaded file parts. */
  readonly files: readonly string[];
  /** The HTTP status of the answer; 0 while the request is held, and for a dropped connection. */
  readonly status: number;
}

/** An active fault. It ends after its `times`, or by {@link Fault.end}. */
export interface Fault extends Disposable {
  /** How many requests the fault has hit. */
  readonly hits: number;
  /** Ends the fault. */
  end(): void;
}

/** The types that differ between platforms. */
export interface SimulatorTypes {
  /** The credentials by the names of the binding's fields. */
  readonly credentials: object;
  /** See {@link Simulator.adapterOptions}. */
  readonly adapterOptions: { readonly apiBase: string };
  /** The input of {@link Simulator.push}. */
  readonly push: object;
  /** The faults by name, each with its options. */
  readonly faults: object;
}

/** A simulated platform on the loopback interface: its API for bots, and an interface for tests. */
export interface Simulator<T extends SimulatorTypes = SimulatorTypes> extends AsyncDisposable {
  /** The base URL of the platform's API, without a slash at the end. */
  readonly baseUrl: string;
  /** The credentials for a bot, by the names of the binding's fields. */
  readonly credentials: T["credentials"];
  /** Logs a bot in on a platform that binds by a login, and returns its credentials. */
  bind?(): object;
  /**
   * The options of an adapter, besides its credentials, that make it call this simulator and not the platform:
   * `binding.createAdapter(simulator.bind?.() ?? simulator.credentials, simulator.adapterOptions)`.
   */
  readonly adapterOptions: T["adapterOptions"];

  /** Makes a person known to the platform before their first message. */
  introduce(person: { readonly id: string; readonly name?: string }): void;
  /** All people who were introduced or have written, with their newest names. */
  people(): readonly Person[];
  /**
   * Sends a message as a person; resolves once the platform has queued it for the bot.
   * @throws SimulatorError `INVALID_INPUT` if the platform does not support such a person or message.
   */
  say(message: UserMessage): Promise<MessageIds>;
  /** Sends a message of a kind that only this platform has. */
  push(message: T["push"]): Promise<MessageIds>;
  /** Sets the URL for deliveries, as the bot or its owner would. */
  setCallback(url: string): void;

  /** All messages that the bot has sent so far, oldest first. */
  sent(): readonly SentMessage[];
  /**
   * Resolves with all sent messages once there are at least `count`.
   * @throws SimulatorError `SENT_TIMEOUT` after `timeoutMs` milliseconds (default 30,000), listing the sent messages.
   */
  waitForSent(
    count: number,
    options?: { readonly timeoutMs?: number },
  ): Promise<readonly SentMessage[]>;
  /** All typing indicators so far, oldest first. */
  typing(): readonly TypingState[];
  /**
   * Calls the listener after each message of the bot, and when a typing indicator starts or ends, until the
   * result is disposed.
   */
  onChange(listener: () => void): Disposable;
  /** How many updates the bot has not confirmed yet. */
  pending(): number;
  /** The latest requests, oldest first. */
  requests(): readonly RequestRecord[];

  /** Injects a fault. @throws SimulatorError `UNKNOWN_FAULT` listing the known names. */
  fault<N extends keyof T["faults"] & string>(
    name: N,
    ...options: object extends T["faults"][N]
      ? [options?: T["faults"][N]]
      : [options: T["faults"][N]]
  ): Fault;

  /** Ends held requests and deliveries, and closes every connection. */
  close(): Promise<void>;
}
