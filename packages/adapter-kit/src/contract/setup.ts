import type { AdapterCapabilities, PlatformAdapter } from "@botwright/core";
import type { SharedAdapterOptions } from "./fixture/fixture.ts";
import type { SentMessage, UserMessage } from "./messages.ts";

/** A message that a person forwards. */
export interface ForwardedText {
  /** The name of its author. */
  readonly sender: string;
  /** Its text. */
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
  /** How many requests this fault has hit. */
  readonly hits: number;
  end(): void;
}

/** Which requests a fault hits. */
export interface ContractFaultOptions {
  /** Only requests that send to this person. */
  readonly user?: string;
  /** Only this call. */
  readonly method?: string;
  /** How many requests. @default 1; `refused-user` and `revoked-credentials` last until `end` is called */
  readonly times?: number;
  /** How slow `slow` is, in milliseconds. */
  readonly ms?: number;
}

/** The controls of a simulated platform. The simulators of `@botwright/simulators` have this shape. */
export interface ContractSimulator {
  /**
   * The server's URL on the loopback interface. If it is set, the suite keeps the port occupied after `close`, so
   * that no other server answers on it. Absent for a platform without a server.
   */
  readonly baseUrl?: string;
  /**
   * Sends a message as a person; resolves to the exact id that the platform delivers.
   * @throws for a kind of message that the platform does not carry
   */
  say(message: UserMessage): Promise<{ readonly id: string }>;
  /** Makes a person known to the platform, without a message. */
  introduce(person: { readonly id: string; readonly name?: string }): void;
  sent(): readonly SentMessage[];
  /** All typing indicators that people have seen, oldest first. */
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
  /** The simulator's name of the call that sends a text, for faults of just this call. */
  readonly sendCall: string;
  /** Access tokens that expire, where the platform has them. */
  readonly accessToken?: {
    /** The suffix of the names of the calls that fetch a token. */
    readonly call: string;
    /** Makes the platform reject the current token. */
    expire(simulator: S): ContractFaultHandle;
  };
  /**
   * Error codes that differ on this platform. @default `PLATFORM_FORBIDDEN` for a refused
   * user, `PLATFORM_UNAUTHORIZED`, `PLATFORM_RATE_LIMITED`, `PLATFORM_UNAVAILABLE` for a server
   * error, `NETWORK_FAILED` also for a broken upload, `NETWORK_BAD_ANSWER`, `PLATFORM_NOT_FOUND` for a missing file
   */
  readonly codes?: Partial<Record<ContractFault, string>>;
  /**
   * Whether the platform has one cursor for all chats, or delivers one message at a time: then a message that is
   * not accepted delays the messages of all other chats. @default false
   */
  readonly isSequential?: boolean;
  /** How long the end of a typing indicator may take, in milliseconds. @default 60_000 */
  readonly typingEndsInMs?: number;
  /**
   * Sends a message of an unsupported kind as a person; resolves to the name that the adapter logs for
   * the kind. @default not tested
   */
  pushUnsupported?(simulator: S, user: string): Promise<string>;
  /** Forwards messages as a person. @default not tested */
  pushForward?(simulator: S, user: string, messages: readonly ForwardedText[]): Promise<unknown>;
  /** Sends a picture as a person, who then answers it with "nice". @default not tested */
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
