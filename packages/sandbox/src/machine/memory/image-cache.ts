import { LRUCache } from "lru-cache";
import type { BaseImage, MemoryDiff, PluginImage } from "../../protocol/memory-image.ts";
import { countReleasedBytes } from "../../protocol/released-memory.ts";
import { createImage, localImage } from "./image.ts";

/** Bytes of diffs that a worker keeps in its own memory. */
const OWN_BYTES = 4_194_304;

/** A plugin with this share of recent calls is busy. */
const BUSY = 8;
const WINDOW = 1000;

/** The plugin images of a worker. */
export interface ImageCache {
  add(plugin: number, diff: MemoryDiff): void;
  /** Undefined for a plugin that was not added or has been removed. */
  get(plugin: number): PluginImage | undefined;
  delete(plugin: number): void;
}

/**
 * Keeps the diffs in memory that all workers share, and copies those of busy plugins into this thread's own
 * memory: restoring from shared memory is three times slower. The own copies are bounded by {@link
 * OWN_BYTES}; the least recently used one is dropped, and its plugin runs from shared memory again.
 */
export function createImageCache(base: BaseImage): ImageCache {
  const shared = new Map<number, PluginImage>();
  const own = new LRUCache<number, PluginImage>({
    maxSize: OWN_BYTES,
    // The library refuses a size of 0, which an image without changes has.
    sizeCalculation: ({ diff }) => Math.max(1, diff.bytes.byteLength),
  });
  /** The window of recent calls, by plugin. */
  const calls = new Map<number, number>();
  let left = WINDOW;

  /**
   * Only busy plugins are copied, because short-lived copies would be garbage that is not collected in
   * time.
   */
  function isBusy(plugin: number): boolean {
    if (--left === 0) {
      left = WINDOW;
      calls.clear();
    }
    const count = (calls.get(plugin) ?? 0) + 1;
    calls.set(plugin, count);
    return count >= BUSY;
  }

  return {
    add: (plugin, diff) => void shared.set(plugin, createImage(base, diff)),
    get(plugin) {
      const kept = own.get(plugin);
      if (kept !== undefined) return kept;
      const image = shared.get(plugin);
      // A diff larger than the bound would be dropped at once and copied again for every call.
      if (image === undefined || image.diff.bytes.byteLength > OWN_BYTES) return image;
      if (!isBusy(plugin)) return image;
      const copy = localImage(image);
      own.set(plugin, copy);
      return copy;
    },
    delete(plugin) {
      const image = shared.get(plugin);
      shared.delete(plugin);
      own.delete(plugin);
      if (image !== undefined) countReleasedBytes(image.diff.bytes.byteLength);
    },
  };
}
