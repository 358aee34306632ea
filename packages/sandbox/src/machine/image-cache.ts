import { LRUCache } from "lru-cache";
import {
  type BaseImage,
  createImage,
  type MemoryDiff,
  type PluginImage,
  quickImage,
} from "./image.ts";

/** Bytes of plugins' diffs that a worker keeps in its own memory. */
const OWN_BYTES = 4_194_304;

/** A plugin with so many of so many calls is busy. */
const BUSY = 8;
const WINDOW = 1000;

/** The plugins that a worker knows. */
export interface ImageCache {
  add(plugin: number, diff: MemoryDiff): void;
  /** Undefined for a plugin that was never added, or has been removed. */
  get(plugin: number): PluginImage | undefined;
  delete(plugin: number): void;
}

/**
 * Keeps the diffs where all workers share them, and those of busy plugins in this thread's own
 * memory too: restoring from shared memory is three times slower.
 */
export function createImageCache(base: BaseImage): ImageCache {
  const shared = new Map<number, PluginImage>();
  const own = new LRUCache<number, PluginImage>({
    maxSize: OWN_BYTES,
    sizeCalculation: ({ diff }) => diff.bytes.byteLength + 1,
  });
  /** Calls in this window of calls. */
  const calls = new Map<number, number>();
  let left = WINDOW;

  /** Only what is busy is copied: copies that come and go are garbage that nobody collects in time. */
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
      if (image === undefined || !isBusy(plugin)) return image;
      const copy = quickImage(image);
      own.set(plugin, copy);
      return copy;
    },
    delete(plugin) {
      shared.delete(plugin);
      own.delete(plugin);
    },
  };
}
