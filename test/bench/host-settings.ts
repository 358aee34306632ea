/**
 * The settings and messages that the benchmark of a host shares with the processes of its nodes.
 *
 * @module
 */
import type { AdapterOptions } from "@botwright/core";

/** The database of a host: the URL of a server, or the data folder of a server that the host starts itself. */
export type HostDatabase = string | { readonly folder: string };

/** The addresses of platforms: by platform, or by platform and account, such as `telegram/7`. */
export type Addresses = Readonly<Record<string, AdapterOptions>>;

/** Orders to the process of a node. */
export type NodeOrder =
  | { readonly order: "start"; readonly database: HostDatabase; readonly addresses: Addresses }
  | { readonly order: "stop" };

/** The keys of all nodes of the benchmark, with which the benchmark can write sealed rows itself. */
export const KEYS = { keys: { k1: new Uint8Array(32).fill(7) }, current: "k1" };
/** The token for the administrators' endpoints. */
export const ADMIN_TOKEN = "a token of the benchmark";

/** An order to a process that runs only the inbox of a node: it accepts messages, hands them out and ends them. */
export interface InboxOrder {
  /** The URL of the server. */
  readonly database: string;
  readonly botIds: readonly number[];
  /** The number of chats of each bot. */
  readonly chats: number;
  readonly messages: number;
}

/** The result of an {@link InboxOrder}. */
export interface InboxRate {
  readonly perSecond: number;
  /** Whether each chat's messages were handed out in their order. */
  readonly inOrder: boolean;
}
