/**
 * What the benchmark of a host and the processes of its nodes have in common.
 *
 * @module
 */
import type { AdapterOptions } from "@botwright/core";

/** Where a host's database is: the URL of a server, or the folder of one that it starts itself. */
export type HostDatabase = string | { readonly folder: string };

/** The addresses of platforms: by platform, or by platform and account, as `telegram/7`. */
export type Addresses = Readonly<Record<string, AdapterOptions>>;

/** Orders to the process of a node. */
export type NodeOrder =
  | { readonly order: "start"; readonly database: HostDatabase; readonly addresses: Addresses }
  | { readonly order: "stop" };

/** What every node of the benchmark seals with, so that the benchmark can write sealed rows itself. */
export const KEYS = { keys: { k1: new Uint8Array(32).fill(7) }, current: "k1" };
/** Opens the administrator's endpoints. */
export const ADMIN_TOKEN = "a token of the benchmark";

/** An order to a process with nothing but the inbox of a node: messages to accept, to hand out and to end. */
export interface InboxOrder {
  /** The URL of the server. */
  readonly database: string;
  readonly botIds: readonly number[];
  /** Of each bot. */
  readonly chats: number;
  readonly messages: number;
}

/** What came of an {@link InboxOrder}. */
export interface InboxRate {
  readonly perSecond: number;
  /** Whether each chat's messages were handed out in their order. */
  readonly inOrder: boolean;
}
