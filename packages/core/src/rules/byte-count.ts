/** Counts the bytes of each of many owners, such as plugins or accounts, and their sum. */
export interface ByteCount<Owner> {
  /** The bytes of all owners. */
  readonly sum: number;
  /** The bytes of one owner. */
  of(owner: Owner): number;
  /** Adds bytes to an owner; a negative number removes them. An owner with 0 bytes takes no memory. */
  readonly add: (owner: Owner, bytes: number) => void;
}

/**
 * Creates an empty count.
 *
 * @example
 * const count = createByteCount<string>();
 * count.add("notes", 10);
 * console.log(count.of("notes"), count.sum); // 10 10
 */
export function createByteCount<Owner>(): ByteCount<Owner> {
  const owners = new Map<Owner, number>();
  let sum = 0;
  return {
    get sum() {
      return sum;
    },
    of: (owner) => owners.get(owner) ?? 0,
    add(owner, bytes) {
      sum += bytes;
      const own = (owners.get(owner) ?? 0) + bytes;
      if (own === 0) owners.delete(owner);
      else owners.set(owner, own);
    },
  };
}
