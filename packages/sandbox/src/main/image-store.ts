import { LRUCache } from "lru-cache";
import type { MemoryDiff } from "../machine/image.ts";

/** The images of loaded plugins, as far as there is room. */
export interface ImageStore {
  add(plugin: number, image: MemoryDiff): void;
  /** The plugin's image; loads its file again when the image had to make room for others. */
  get(plugin: number, reload: () => Promise<MemoryDiff>): MemoryDiff | Promise<MemoryDiff>;
}

/**
 * Makes the store. Images that have not been used for longest make room; loading a file again makes
 * the same image, for a file finds the same time and randomness whenever it is loaded.
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
