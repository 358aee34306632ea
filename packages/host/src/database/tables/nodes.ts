import type { Generated } from "kysely";
import type { CreatedAt } from "./created-at.ts";

/** A running host process. Its lanes and bots are free when the lease has expired. */
interface NodeTable {
  id: string;
  expires_at: Date;
}

/** Something that a plugin did to the sandbox of a node. */
interface SandboxEventTable {
  id: Generated<number>;
  node: string;
  type: "worker-lost" | "slow" | "struck" | "quarantined";
  /** `null` for a lost worker. */
  plugin_slug: string | null;
  /** SHA-256 of the source. */
  version: string | null;
  /** Of a lost worker: `crashed` or `hung`; of a slow plugin: the budget. */
  reason: string | null;
  strikes: number | null;
  /** Until when the plugin is slow or quarantined. */
  until_at: Date | null;
  created_at: CreatedAt;
}

/** The processes of a host. */
export interface NodeTables {
  node: NodeTable;
  sandbox_event: SandboxEventTable;
  /** Jobs that one node does at a time. */
  maintenance: { name: string; started_at: Date };
}
