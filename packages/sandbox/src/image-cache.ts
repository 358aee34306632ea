import { LRUCache } from "lru-cache";
import { type BaseImage, createImage, type Delta, localImage, type PluginImage } from "./image.ts";

/** Bytes of plugins' deltas that a worker keeps in its own memory. */
const OWN_BYTES = 16_777_216;

/** The plugins that a worker knows. */
export interface ImageCache {
  add(plugin: number, delta: Delta): void;
  /** Undefined for a plugin that was never added, or has been removed. */
  get(plugin: number): PluginImage | undefined;
  delete(plugin: number): void;
}

/**
 * Keeps the deltas where all workers share them, and copies of those in use in this thread's own
 * memory: restoring from shared memory is three times slower.
 */
export function createImageCache(base: BaseImage): ImageCache {
  const shared = new Map<number, PluginImage>();
  const own = new LRUCache<number, PluginImage>({
    maxSize: OWN_BYTES,
    sizeCalculation: ({ delta }) => delta.bytes.byteLength + 1,
  });
  return {
    add: (plugin, delta) => void shared.set(plugin, createImage(base, delta)),
    get(plugin) {
      const kept = own.get(plugin);
      if (kept !== undefined) return kept;
      const image = shared.get(plugin);
      if (image === undefined) return undefined;
      const copy = localImage(image);
      own.set(plugin, copy);
      return copy;
    },
    delete(plugin) {
      shared.delete(plugin);
      own.delete(plugin);
    },
  };
}
