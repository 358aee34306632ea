import { defaultPriority, type PluginMeta, type PluginPermissions } from "@botwright/core";

/** What a person approves who was shown a plugin's declaration. */
export interface Approval {
  /** Left out when the file declares none. */
  slug?: string;
  approved: {
    /** `undefined`: the file declares none, and so asks for everything. */
    permissions: PluginPermissions | undefined;
    /** The number that the plugin runs with, be it declared or by the table. */
    priority: number;
  };
}

/**
 * Converts a declaration that was read from a file into the `approved` option of `sandbox.load`, so that
 * what was shown is what is granted.
 *
 * @param meta as read by {@link inspectPlugin}; `null` for a file without declaration
 * @example
 * const { ok, meta } = inspectPlugin(source);
 * if (ok) await sandbox.load(source, approvalOf(meta));
 */
export function approvalOf(meta: PluginMeta | null): Approval {
  const { slug, permissions } = meta ?? {};
  return {
    ...(slug !== undefined && { slug }),
    approved: { permissions, priority: defaultPriority(meta ?? {}) },
  };
}
