import { createBase } from "./base-image.ts";
import type { Base } from "../protocol/memory-image.ts";
import { createInstanceFor, type Instance } from "./instance.ts";
import type { InstanceOptions } from "./quickjs.ts";

/**
 * Creates a machine, and the base image if it does not exist. All workers of a sandbox use the same base
 * image, because images of plugins are diffs against it.
 */
export async function createFirst(
  base: Base | undefined,
  options: InstanceOptions,
): Promise<{ base: Base; machine: Instance }> {
  if (base === undefined) return createBase(options);
  return { base, machine: await createInstanceFor(base, options) };
}
