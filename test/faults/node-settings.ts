import type { AdapterOptions, Platform } from "@botwright/core";
import type { AILimits } from "@botwright/services";

/** The variable of the environment that holds a node's settings, as JSON. */
export const NODE_SETTINGS = "FAULTS_NODE";

/** What a node of a test is started with. */
export interface NodeSettings {
  /** A URL, or the folder of a server that the node starts itself. */
  readonly database: string | { readonly folder: string };
  /** 32 bytes as hexadecimal digits: the key that seals, and the administrator's token. */
  readonly secret: string;
  /** Where the scripted provider of models and searches is. */
  readonly providerUrl: string;
  /** Where the simulators are. */
  readonly adapterOptions: Partial<Record<Platform, AdapterOptions>>;
  readonly aiLimits?: Partial<AILimits>;
  /** Kills the process at an event of the first message that this person's chat gets, counted from 0. */
  readonly dies?: { readonly from: string; readonly atEvent: number };
}
