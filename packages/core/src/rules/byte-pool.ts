import { createByteCount } from "./byte-count.ts";

/** A request that waits for bytes. */
export interface ByteRequest<Owner> {
  readonly owner: Owner;
  readonly bytes: number;
  /** Called once, with the pool that has granted the bytes. */
  readonly grant: (pool: BytePool<Owner>) => void;
}

/** Options of {@link createBytePool}. */
export interface BytePoolOptions {
  /** Bytes for all owners together. */
  readonly capacity: number;
  /** Bytes for one owner. @default no bound of its own */
  readonly perOwner?: number;
}

/** A number of bytes that their owners, such as plugins or accounts, use by turns. */
export interface BytePool<Owner> {
  /** Queues a request behind those of the same owner. */
  push(request: ByteRequest<Owner>): void;
  /** Removes a request that waits; nothing happens if it does not. */
  remove(request: ByteRequest<Owner>): void;
  /** Changes what an owner uses. The result may exceed the bounds, which only delay requests. */
  add(owner: Owner, bytes: number): void;
  /** Grants what can be granted now. */
  serve(): void;
}

/**
 * Creates a pool. Owners take turns (round robin), each with its requests in order.
 *
 * An owner's share is `perOwner`, and never more than what is free. So an owner that is alone may use half
 * of the pool, two may use a third each, and whatever some owners use, there is room for one more. An owner
 * that uses nothing has no such bound; its request waits until there is room in the pool, and no other owner
 * is served before it. Therefore every request is granted eventually, also one larger than the share or the
 * pool.
 *
 * @see https://doi.org/10.1109/90.664262 Choudhury, Hahne: Dynamic queue length thresholds for shared-memory
 *   packet switches
 * @example
 * const pool = createBytePool<number>({ capacity: 268_435_456 });
 * pool.push({ owner: userId, bytes: 1_048_576, grant: () => begin() });
 * pool.serve();
 */
export function createBytePool<Owner>({
  capacity,
  perOwner = Infinity,
}: BytePoolOptions): BytePool<Owner> {
  const used = createByteCount<Owner>();
  /** Waiting requests by owner, in order; the owner at the front is served next. */
  const waiting = new Map<Owner, ByteRequest<Owner>[]>();

  function fitsShare({ owner, bytes }: ByteRequest<Owner>): boolean {
    const own = used.of(owner);
    return own === 0 || own + bytes <= Math.min(perOwner, capacity - used.sum);
  }

  const fitsPool = ({ bytes }: ByteRequest<Owner>): boolean =>
    used.sum === 0 || used.sum + bytes <= capacity;

  /** The first request of the first owner whose share it fits. */
  function next(): ByteRequest<Owner> | undefined {
    for (const [request] of waiting.values())
      if (request !== undefined && fitsShare(request)) return request;
    return undefined;
  }

  /** Removes a request and moves its owner behind the others. */
  function remove(request: ByteRequest<Owner>): void {
    const own = waiting.get(request.owner);
    const index = own?.indexOf(request) ?? -1;
    if (own === undefined || index < 0) return;
    own.splice(index, 1);
    waiting.delete(request.owner);
    if (own.length > 0) waiting.set(request.owner, own);
  }

  const pool: BytePool<Owner> = {
    push(request) {
      const own = waiting.get(request.owner);
      if (own === undefined) waiting.set(request.owner, [request]);
      else own.push(request);
    },
    remove,
    add: used.add,
    serve() {
      // A request that fits its share but not the pool is not skipped for a smaller one: it would starve.
      for (let request = next(); request !== undefined && fitsPool(request); request = next()) {
        remove(request);
        used.add(request.owner, request.bytes);
        request.grant(pool);
      }
    },
  };
  return pool;
}
