/** Bytes of a body that are read in any case: more than platforms' callbacks have but for rare ones. */
const FREE_BYTES = 65_536;

/** Bytes that a piece counts at least: one of a single byte costs some 360 bytes of objects. */
const LEAST_OF_PIECE = 512;

/** The bytes of one body. */
export interface BodyBytes extends Disposable {
  /** Adds the bytes of a piece that was read; false when the body has to give way, or is not wanted any more. */
  take(bytes: number): boolean;
  /** The body has come. Its bytes count until it is disposed of, and it gives way to no other. */
  end(): void;
  /** Resolves when the body has to give way to one that began later. */
  readonly gaveWay: Promise<undefined>;
}

/** The bytes of all bodies that are held at once. */
export interface BodyBudget {
  open(): BodyBytes;
}

/**
 * Bounds the bodies that strangers send at the same time, before it is known who they are.
 *
 * When all together have more than `mostBytes`, a body gives way that grows beyond 64 KiB, so small ones always have
 * room. When more than `most` are being read, the one that began first gives way: platforms send a body at once, so it
 * is one of those that somebody leaves open.
 *
 * @example
 * const budget = createBodyBudget(500, 67_108_864);
 * using body = budget.open();
 * if (!body.take(chunk.length)) throw new Error("busy");
 */
export function createBodyBudget(most: number, mostBytes: number): BodyBudget {
  let total = 0;
  /** Ends the reading of a body; the first to begin is the first here. */
  const reading = new Set<() => void>();
  return {
    open() {
      let own = 0;
      let isOver = false;
      const { promise: gaveWay, resolve } = Promise.withResolvers<undefined>();
      const giveWay = (): void => {
        reading.delete(giveWay);
        resolve(undefined);
      };
      reading.add(giveWay);
      const [first] = reading;
      if (reading.size > most) first?.();
      return {
        gaveWay,
        take(bytes) {
          if (isOver) return false;
          const counted = Math.max(bytes, LEAST_OF_PIECE);
          own += counted;
          total += counted;
          return total <= mostBytes || own <= FREE_BYTES;
        },
        end() {
          reading.delete(giveWay);
        },
        [Symbol.dispose]() {
          reading.delete(giveWay);
          if (!isOver) total -= own;
          isOver = true;
        },
      };
    },
  };
}
