import type { UserMessage } from "./message/user-message.ts";

/** The ids of a message that a person has sent. */
export interface MessageIds {
  /** The exact id that the platform delivers and that a bot deduplicates by. */
  readonly id: string;
  /** The id by which answers quote the message; on some platforms the same as `id`. */
  readonly messageId: string;
}

/** A person whom the platform knows. */
export interface Person {
  /** The person's id on the platform. */
  readonly id: string;
  /** The name that bots see, where the platform's wire has one; without a name the id. */
  readonly name: string;
}

/** A message that the bot has sent and the platform has accepted. */
export interface SentMessage {
  /** The id that the platform gave it. */
  readonly messageId: string;
  /** The id of the person or chat it went to. */
  readonly to: string;
  readonly type: "text" | "image" | "voice" | "video" | "file";
  /** The text, or the words under a file. */
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

/** One "is typing …" as the person saw it. */
export interface TypingState {
  /** The id of the person or chat that saw it. */
  readonly to: string;
  /** The platform's name of what the bot seems to do. */
  readonly action: string;
  /** Number of requests of the bot that started or prolonged it. */
  readonly times: number;
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** When it ended or will expire, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Whether it is still shown, and if not, what ended it. */
  readonly state: "shown" | "expired" | "cancelled" | "answered";
}

/** A request as received, without tokens. */
export interface RequestRecord {
  /** Time of arrival, in milliseconds since 1970. */
  readonly at: number;
  /** The HTTP method. */
  readonly verb: string;
  /** The platform's method, or the path, as the bot wrote it. */
  readonly call: string;
  /** The parameters from address and body. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The names of the uploaded file parts. */
  readonly files: readonly string[];
  /** The HTTP status of the answer; 0 while it is held, and for a connection that was dropped. */
  readonly status: number;
}

/** An active fault. Ends after its `times`, or by {@link Fault.end}. */
export interface Fault extends Disposable {
  /** How many requests it has hit. */
  readonly hits: number;
  /** Takes the fault back. */
  end(): void;
}

/** What differs between platforms in the types of a {@link Simulator}. */
export interface SimulatorTypes {
  /** The binding inputs by their names. */
  readonly credentials: object;
  /** See {@link Simulator.adapterOptions}. */
  readonly adapterOptions: { readonly apiBase: string };
  /** What {@link Simulator.push} takes. */
  readonly push: object;
  /** The faults by their names, each with its options. */
  readonly faults: object;
}

/** A platform played on the loopback interface: its wire on one side, an API for tests on the other. */
export interface Simulator<T extends SimulatorTypes = SimulatorTypes> extends AsyncDisposable {
  /** Where the platform's API is, without a slash at the end. */
  readonly baseUrl: string;
  /** What a bot binds with, by the names of the platform's binding inputs. */
  readonly credentials: T["credentials"];
  /** Logs a bot in where it is bound by a login, and gives what it is bound with then. */
  bind?(): object;
  /**
   * What an adapter takes besides its credentials so that it calls this simulator and not the platform:
   * `binding.createAdapter(simulator.bind?.() ?? simulator.credentials, simulator.adapterOptions)`.
   */
  readonly adapterOptions: T["adapterOptions"];

  /** Makes a person known to the bot before their first message. */
  introduce(person: { readonly id: string; readonly name?: string }): void;
  /** Everybody who was introduced or has written, with the newest name. */
  people(): readonly Person[];
  /**
   * Sends a message as a person; resolves once the platform has it for the bot.
   * @throws SimulatorError `INVALID_INPUT` if the platform cannot have such a person or message.
   */
  say(message: UserMessage): Promise<MessageIds>;
  /** Sends a message of a kind that only this platform has. */
  push(message: T["push"]): Promise<MessageIds>;
  /** Tells the platform where to deliver, as the bot or its owner would. */
  setCallback(url: string): void;

  /** All messages that the bot has sent so far, oldest first. */
  sent(): readonly SentMessage[];
  /**
   * Resolves with all sent messages once there are at least `count`.
   * @throws SimulatorError `SENT_TIMEOUT` after `timeoutMs` milliseconds (default 30,000), listing what came.
   */
  waitForSent(
    count: number,
    options?: { readonly timeoutMs?: number },
  ): Promise<readonly SentMessage[]>;
  /** Every "is typing …" so far, oldest first. */
  typing(): readonly TypingState[];
  /**
   * Calls the listener after each message of the bot, and when an indicator starts or ends, until the
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
