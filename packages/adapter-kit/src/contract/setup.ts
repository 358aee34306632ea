import type {
  AdapterCapabilities,
  AdapterState,
  Logger,
  MessageType,
  PlatformAdapter,
} from "@botwright/core";

/** A file that a person sends. */
export interface ContractMedia {
  readonly bytes: Uint8Array;
  readonly name?: string;
}

/** What a person says to the bot. */
export type ContractSay = {
  readonly from: string;
  readonly quote?: { readonly text: string; readonly from?: string };
} & (
  | { readonly text: string }
  | { readonly image: ContractMedia }
  | { readonly voice: ContractMedia }
  | { readonly video: ContractMedia }
  | { readonly file: ContractMedia }
);

/** What the platform has taken from the bot. */
export interface ContractSent {
  readonly to: string;
  readonly type: MessageType;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly name?: string;
}

/** The platform's other side. The simulators of `@botwright/simulators` have this shape. */
export interface ContractInspector {
  /** Plays a person; resolves to the exact id that the platform delivers. */
  say(message: ContractSay): Promise<{ readonly id: string }>;
  sent(): readonly ContractSent[];
  waitForSent(count: number): Promise<readonly ContractSent[]>;
  /** How many messages the bot has not acknowledged yet. */
  pending(): number;
  close(): Promise<void>;
}

/** A started platform, and how an adapter is bound to it. */
export interface ContractPlatform {
  readonly inspector: ContractInspector;
  /** The id of a person who may talk to the bot. */
  readonly user: string;
  /** What must not show up in any error or log line. */
  readonly secrets: readonly string[];
  /** Makes a new adapter that keeps its facts in `state` and receives within a second or so. */
  readonly createAdapter: (parts: { state: AdapterState; logger: Logger }) => PlatformAdapter;
  /** From now on the platform refuses what is sent to {@link user}; answers with the expected code. */
  readonly refuseSends: () => string;
  /** From now on the platform refuses the credentials. */
  readonly revoke: () => void;
}

/** What the suite needs to know of an adapter. */
export interface AdapterContractSetup {
  /** What the adapter promises; the suite has one case for each kind. */
  readonly capabilities: AdapterCapabilities;
  /** Starts a platform on which nothing has happened yet. */
  open(): Promise<ContractPlatform>;
}
