import type { AdapterCapabilities, PlatformAdapter } from "@botwright/core";
import type { SharedAdapterOptions } from "./fixture/fixture.ts";
import type { SentMessage, UserMessage } from "./messages.ts";

/** A message that a person forwards. */
export interface ForwardedText {
  /** The name of its author. */
  readonly sender: string;
  /** Its words. */
  readonly text: string;
}

/** The faults that the suite injects. */
export type ContractFault =
  | "refused-user"
  | "revoked-credentials"
  | "rate-limit"
  | "server-error"
  | "drop-connection"
  | "lost-reply"
  | "garbled"
  | "missing-file"
  | "broken-upload"
  | "slow"
  | "duplicate";

/** An injected fault. */
export interface ContractFaultHandle {
  /** How many requests it has hit. */
  readonly hits: number;
  end(): void;
}

/** Which requests a fault hits. */
export interface ContractFaultOptions {
  /** Only those that send to this person. */
  readonly user?: string;
  /** Only this call. */
  readonly method?: string;
  /** How many. @default 1; `refused-user` and `revoked-credentials` last until they are ended */
  readonly times?: number;
  /** How slow `slow` is, in milliseconds. */
  readonly ms?: number;
}

/** The platform's other side. The simulators of `@botwright/simulators` have this shape. */
export interface ContractSimulator {
  /**
   * Where it listens on the loopback interface. With it the suite keeps the port after `close`, so
   * that no other server answers in its place. Absent for a platform without a server.
   */
  readonly baseUrl?: string;
  /**
   * Plays a person; resolves to the exact id that the platform delivers.
   * @throws for a kind of message that the platform does not carry
   */
  say(message: UserMessage): Promise<{ readonly id: string }>;
  /** Makes a person known to the bot without a message. */
  introduce(person: { readonly id: string; readonly name?: string }): void;
  sent(): readonly SentMessage[];
  /** Every indicator that a person has seen, oldest first. */
  typing(): readonly { readonly to: string; readonly state: string }[];
  /** How many messages the bot has not acknowledged yet. */
  pending(): number;
  /** The bot's requests, oldest first. */
  requests(): readonly { readonly call: string; readonly files: readonly string[] }[];
  /** Injects a fault into the platform. */
  fault(name: ContractFault, options?: ContractFaultOptions): ContractFaultHandle;
  close(): Promise<void>;
}

/** The adapter and the platform that {@link adapterContract} tests. */
export interface AdapterContractSetup<S extends ContractSimulator, O extends object> {
  /** The capabilities that the adapter declares. The suite checks that each of them works, and that no other does. */
  readonly capabilities: AdapterCapabilities;
  /** Starts a fresh platform, which redelivers unacknowledged messages within a second. */
  simulator(parts: { readonly callbackUrl: string }): Promise<S>;
  /** The options of an adapter for this platform; structured cloning transfers them to a thread. */
  options(simulator: S, parts: { readonly callbackUrl: string }): O;
  /** The adapter's factory. The adapter stores its facts in `state`, logs to `logger` and waits by `clock`. */
  create(options: O & SharedAdapterOptions): PlatformAdapter;
  /** The module that exports `create`, for the cases that kill a running adapter in its thread. */
  readonly module?: URL;
  /** Two people who may talk to the bot. */
  readonly users: readonly [string, string];
  /** Secrets that no error, log line or message may contain. */
  secrets(simulator: S): readonly string[];
  /** The factor by which the adapter's timers are faster than real time; at least 20 where calls fail. @default 20 */
  readonly speed?: number;
  /** How the simulator names the call that sends a text, for faults of just this call. */
  readonly sendCall: string;
  /** Access tokens that expire, where the platform has them. */
  readonly accessToken?: {
    /** The end of the calls that fetch one. */
    readonly call: string;
    /** Makes the platform reject the current one. */
    expire(simulator: S): ContractFaultHandle;
  };
  /**
   * Where the codes differ by the platform's nature. @default `PLATFORM_FORBIDDEN` for a refused
   * user, `PLATFORM_UNAUTHORIZED`, `PLATFORM_RATE_LIMITED`, `PLATFORM_UNAVAILABLE` for a server
   * error, `NETWORK_FAILED` also for a broken upload, `NETWORK_BAD_ANSWER`, `PLATFORM_NOT_FOUND` for a missing file
   */
  readonly codes?: Partial<Record<ContractFault, string>>;
  /**
   * The platform has one cursor for all chats, or delivers one message at a time: a message that is
   * not accepted delays those of all other chats. @default false
   */
  readonly isSequential?: boolean;
  /** How long the end of a typing indicator may take, in milliseconds. @default 60_000 */
  readonly typingEndsInMs?: number;
  /**
   * Sends a message as a person, of a kind whose text is not known; resolves to what the adapter calls
   * the kind. @default not tested
   */
  pushUnsupported?(simulator: S, user: string): Promise<string>;
  /** Forwards messages as a person. @default not tested */
  pushForward?(simulator: S, user: string, messages: readonly ForwardedText[]): Promise<unknown>;
  /** Sends a picture as a person, who then quotes it with "nice". @default not tested */
  quotePicture?(simulator: S, user: string): Promise<unknown>;
}

/** The codes with which sends reject, for each fault. */
export const CODES: Readonly<Record<string, string>> = {
  "refused-user": "PLATFORM_FORBIDDEN",
  "revoked-credentials": "PLATFORM_UNAUTHORIZED",
  "rate-limit": "PLATFORM_RATE_LIMITED",
  "server-error": "PLATFORM_UNAVAILABLE",
  "drop-connection": "NETWORK_FAILED",
  "broken-upload": "NETWORK_FAILED",
  garbled: "NETWORK_BAD_ANSWER",
  "missing-file": "PLATFORM_NOT_FOUND",
};
