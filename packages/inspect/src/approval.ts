import { defaultPriority, type PluginMeta, type PluginPermissions } from "@botwright/core";

/** The values that a person approves who was shown a plugin's declaration. */
export interface Approval {
  /** Absent when the file declares none. */
  slug?: string;
  approved: {
    /** `undefined`: the file declares no permissions, and so asks for all. */
    permissions: PluginPermissions | undefined;
    /** The priority that the plugin runs with: the declared one, or that of the table. */
    priority: number;
  };
}

/**
 * Converts a declaration that was read from a file into the `approved` option of `sandbox.load`, so that
 * the sandbox grants exactly what the person was shown.
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
