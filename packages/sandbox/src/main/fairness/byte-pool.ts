import type { UsageAccount } from "./usage-account.ts";

/** A request that waits for bytes. */
export interface ByteRequest {
  readonly plugin: UsageAccount;
  readonly bytes: number;
  /** Called once, with the pool that has granted the bytes. */
  readonly grant: (pool: BytePool) => void;
}

/** Options of {@link createBytePool}. */
export interface BytePoolOptions {
  /** Bytes for all plugins together. */
  readonly capacity: number;
  /** Bytes for one plugin. */
  readonly perPlugin: number;
}

/** A number of bytes that plugins use by turns. */
export interface BytePool {
  /** Queues a request behind those of the same plugin. */
  push(request: ByteRequest): void;
  /** Removes a request that waits; nothing happens if it does not. */
  remove(request: ByteRequest): void;
  /** Changes what a plugin uses. The result may exceed the bounds, which only delay requests. */
  add(plugin: UsageAccount, bytes: number): void;
  /** Grants what can be granted now. */
  serve(): void;
}

/**
 * Creates a pool. Plugins take turns (round robin), each with its requests in order.
 *
 * A plugin's share is `perPlugin`, and never more than what is free. So a plugin that is alone may use half
 * of the pool, two may use a third each, and whatever some plugins use, there is room for one more. A plugin
 * that uses nothing has no such bound; its request waits until there is room in the pool, and no other plugin
 * is served before it. Therefore every request is granted eventually, also one larger than the share or the
 * pool.
 *
 * @see https://doi.org/10.1109/90.664262 Choudhury, Hahne: Dynamic queue length thresholds for shared-memory
 *   packet switches
 */
export function createBytePool({ capacity, perPlugin }: BytePoolOptions): BytePool {
  const usedBy = new Map<UsageAccount, number>();
  /** Waiting requests by plugin, in order; the plugin at the front is served next. */
  const waiting = new Map<UsageAccount, ByteRequest[]>();
  let used = 0;

  function fitsShare({ plugin, bytes }: ByteRequest): boolean {
    const own = usedBy.get(plugin) ?? 0;
    return own === 0 || own + bytes <= Math.min(perPlugin, capacity - used);
  }

  const fitsPool = ({ bytes }: ByteRequest): boolean => used === 0 || used + bytes <= capacity;

  /** The first request of the first plugin whose share it fits. */
  function next(): ByteRequest | undefined {
    for (const [request] of waiting.values())
      if (request !== undefined && fitsShare(request)) return request;
    return undefined;
  }

  function add(plugin: UsageAccount, bytes: number): void {
    used += bytes;
    const own = (usedBy.get(plugin) ?? 0) + bytes;
    if (own === 0) usedBy.delete(plugin);
    else usedBy.set(plugin, own);
  }

  /** Removes a request and moves its plugin behind the others. */
  function remove(request: ByteRequest): void {
    const own = waiting.get(request.plugin);
    const index = own?.indexOf(request) ?? -1;
    if (own === undefined || index < 0) return;
    own.splice(index, 1);
    waiting.delete(request.plugin);
    if (own.length > 0) waiting.set(request.plugin, own);
  }

  const pool: BytePool = {
    push(request) {
      const own = waiting.get(request.plugin);
      if (own === undefined) waiting.set(request.plugin, [request]);
      else own.push(request);
    },
    remove,
    add,
    serve() {
      // A request that fits its share but not the pool is not skipped for a smaller one: it would starve.
      for (let request = next(); request !== undefined && fitsPool(request); request = next()) {
        remove(request);
        add(request.plugin, request.bytes);
        request.grant(pool);
      }
    },
  };
  return pool;
}
