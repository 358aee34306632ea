import {
  describeError,
  isInfrastructureError,
  type Plugin,
  type PluginMeta,
} from "@botwright/core";
import type { PluginInfo, Sandbox } from "@botwright/sandbox";

/** A version as it was approved. */
export interface ApprovedVersion {
  readonly slug: string;
  readonly code: string;
  /** What the developer submitted; where the form had no value, the file's. */
  readonly meta: PluginMeta;
}

/**
 * Loads a version with the approved slug, permissions, priority and settings, whatever its file declares when it runs.
 * A file that then asks for other permissions or another priority is refused.
 * @throws {PluginError} as `Sandbox.load` does
 */
export async function loadVersion(
  sandbox: Pick<Sandbox, "load">,
  { slug, code, meta }: ApprovedVersion,
  info?: Pick<PluginInfo, "fetch" | "limits" | "logger">,
): Promise<Plugin> {
  const { permissions, priority } = meta;
  const approved = { slug, permissions, priority };
  const plugin = await sandbox.load(code, { ...info, approved });
  return { ...plugin, meta: { ...meta, slug } };
}

/** Whether the host, and not the plugin, is the cause of a failed load. */
export function isHostsFault(error: unknown): boolean {
  return isInfrastructureError(error) || describeError(error).code === "SANDBOX_CLOSED";
}
