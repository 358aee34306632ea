import type { Delta } from "./image.ts";

/** Takes a suspended call's memory. */
export function claimMemory(delta: Delta): Delta | undefined {
  return { ...delta, bytes: new Uint8Array(delta.bytes) };
}
