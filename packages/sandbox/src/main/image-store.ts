import { createByteCount } from "@botwright/core";
import { countReleasedBytes } from "../protocol/released-memory.ts";
import type { MemoryDiff } from "../protocol/memory-image.ts";
import type { UsageAccount } from "./fairness/usage-account.ts";

/** The images of loaded plugins, within a bound of memory. */
export interface ImageStore {
  add(id: number, plugin: UsageAccount, image: MemoryDiff): void;
  /** Returns a loaded file's image; loads the file again if the image was evicted. */
  get(
    id: number,
    plugin: UsageAccount,
    reload: () => Promise<MemoryDiff>,
  ): MemoryDiff | Promise<MemoryDiff>;
  /** Frees an image before the bound is reached, because its plugin will not be called again. */
  drop(id: number): void;
}

/** Options of {@link createImageStore}. */
export interface ImageStoreOptions {
  /** Bytes of all images together. */
  readonly maxBytes: number;
  /** Called with the number of an image that is no longer kept. */
  readonly forget: (id: number) => void;
  /** Milliseconds of a clock that moves forward only. @default `performance.now` */
  readonly now?: () => number;
}

/** Milliseconds without a call after which an image is idle. */
const IDLE_MS = 600_000;

interface StoredImage {
  readonly image: MemoryDiff;
  readonly plugin: UsageAccount;
  usedAt: number;
}

/**
 * Creates the store. It evicts idle images first, the least recently used one before the others. When none is idle, it
 * evicts the least recently used image of the plugin whose images take most bytes in sum, even if that is the image
 * that was just added. So an image in use stays while another plugin takes more, whatever that plugin loads and calls.
 *
 * Loading a file again produces the same image, because the time and the randomness during loading are fixed.
 */
export function createImageStore(options: ImageStoreOptions): ImageStore {
  const { maxBytes, forget, now = () => performance.now() } = options;
  /** The least recently used image is the first. */
  const images = new Map<number, StoredImage>();
  const bytes = createByteCount<UsageAccount>();
  const loading = new Map<number, Promise<MemoryDiff>>();

  /** The image that is to be evicted next; none while all fit. */
  function findVictim(): number | undefined {
    if (bytes.sum <= maxBytes) return undefined;
    const [oldest] = images;
    if (oldest !== undefined && now() - oldest[1].usedAt >= IDLE_MS) return oldest[0];
    let victim: number | undefined;
    let most = 0;
    for (const [id, { plugin }] of images) {
      const own = bytes.of(plugin);
      if (own <= most) continue;
      most = own;
      victim = id;
    }
    return victim;
  }

  function drop(id: number): void {
    const stored = images.get(id);
    if (stored === undefined) return;
    images.delete(id);
    bytes.add(stored.plugin, -stored.image.bytes.byteLength);
    countReleasedBytes(stored.image.bytes.byteLength);
    forget(id);
  }

  function add(id: number, plugin: UsageAccount, image: MemoryDiff): void {
    images.set(id, { image, plugin, usedAt: now() });
    bytes.add(plugin, image.bytes.byteLength);
    for (let victim = findVictim(); victim !== undefined; victim = findVictim()) drop(victim);
  }

  function find(id: number): MemoryDiff | undefined {
    const stored = images.get(id);
    if (stored === undefined) return undefined;
    stored.usedAt = now();
    images.delete(id);
    images.set(id, stored);
    return stored.image;
  }

  async function load(
    id: number,
    plugin: UsageAccount,
    reload: () => Promise<MemoryDiff>,
  ): Promise<MemoryDiff> {
    try {
      const image = await reload();
      add(id, plugin, image);
      return image;
    } finally {
      loading.delete(id);
    }
  }

  return {
    add,
    get(id, plugin, reload) {
      const known = find(id) ?? loading.get(id);
      if (known !== undefined) return known;
      const again = load(id, plugin, reload);
      loading.set(id, again);
      return again;
    },
    drop,
  };
}
