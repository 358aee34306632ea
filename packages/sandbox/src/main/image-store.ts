import { LRUCache } from "lru-cache";
import type { MemoryDiff } from "../protocol/memory-image.ts";

/** The images of loaded plugins, within a bound of memory. */
export interface ImageStore {
  add(plugin: number, image: MemoryDiff): void;
  /** The plugin's image. If it was evicted, the file is loaded again. */
  get(plugin: number, reload: () => Promise<MemoryDiff>): MemoryDiff | Promise<MemoryDiff>;
}

/**
 * Creates the store. It evicts the least recently used images. Loading a file again produces the same
 * image, because the time and the randomness during loading are fixed.
 */
export function createImageStore(maxBytes: number, forget: (plugin: number) => void): ImageStore {
  const images = new LRUCache<number, MemoryDiff>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.byteLength + 1,
    dispose: (_image, plugin, reason) => {
      if (reason === "evict") forget(plugin);
    },
  });
  const loading = new Map<number, Promise<MemoryDiff>>();

  async function load(plugin: number, reload: () => Promise<MemoryDiff>): Promise<MemoryDiff> {
    try {
      const image = await reload();
      images.set(plugin, image);
      return image;
    } finally {
      loading.delete(plugin);
    }
  }

  return {
    add: (plugin, image) => void images.set(plugin, image),
    get(plugin, reload) {
      const known = images.get(plugin) ?? loading.get(plugin);
      if (known !== undefined) return known;
      const again = load(plugin, reload);
      loading.set(plugin, again);
      return again;
    },
  };
}
