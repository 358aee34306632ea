import type { Generated } from "kysely";
import type { CreatedAt } from "./created-at.ts";

/** A running host process. When its lease has expired, other nodes may claim its lanes and bots. */
interface NodeTable {
  id: string;
  expires_at: Date;
}

/** A failure or limit that a plugin caused in the sandbox of a node. */
interface SandboxEventTable {
  id: Generated<number>;
  node: string;
  type: "worker-lost" | "slow" | "struck" | "quarantined";
  /** `null` for a lost worker. */
  plugin_slug: string | null;
  /** SHA-256 of the source. */
  version: string | null;
  /** Of a lost worker: `crashed` or `hung`. Of a slow plugin: the budget that it exceeded. */
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
  /** Jobs that only one node runs at a time. */
  maintenance: { name: string; started_at: Date };
}
