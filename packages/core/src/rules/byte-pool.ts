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
  /** Maximum bytes of one owner. @default no maximum of its own */
  readonly perOwner?: number;
}

/** A number of bytes that many owners, such as plugins or accounts, share fairly. */
export interface BytePool<Owner> {
  /** Queues a request after those of the same owner. */
  push(request: ByteRequest<Owner>): void;
  /** Removes a waiting request; has no effect on another one. */
  remove(request: ByteRequest<Owner>): void;
  /** Adds to the bytes that an owner uses. The result may exceed the limits, which only delay requests. */
  add(owner: Owner, bytes: number): void;
  /** Grants all requests that fit now. */
  serve(): void;
}

/**
 * Creates a pool. Owners take turns (round robin), each with its requests in order.
 *
 * An owner's share is `perOwner`, and never more than what is free. So an owner that is alone may use half of the
 * pool, two owners may use a third each, and there is always room for one more owner. The share does not limit an
 * owner that uses nothing: its request waits until the pool has room, and no other owner is served before it.
 * Therefore every request is granted eventually, even one that is larger than the share or the pool.
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

  /** The first request of the first owner that fits into its share. */
  function next(): ByteRequest<Owner> | undefined {
    for (const [request] of waiting.values())
      if (request !== undefined && fitsShare(request)) return request;
    return undefined;
  }

  /** Removes a request and moves its owner behind the other owners. */
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
      // When the next request does not fit into the pool, smaller ones are not granted before it, or it would starve.
      for (let request = next(); request !== undefined && fitsPool(request); request = next()) {
        remove(request);
        used.add(request.owner, request.bytes);
        request.grant(pool);
      }
    },
  };
  return pool;
}
