/** Bytes of a body that are accepted in any case. Nearly all platforms' callbacks are smaller. */
const FREE_BYTES = 65_536;

/** The least number of bytes for which a piece counts: a piece of one byte costs about 360 bytes of objects. */
const LEAST_OF_PIECE = 512;

/** The bytes of one body. */
export interface BodyBytes extends Disposable {
  /** Adds the bytes of a piece; false if the reader must stop, because there are too many bytes or it was disposed. */
  take(bytes: number): boolean;
  /** Called when the body is complete. Its bytes count until it is disposed of, and it gives way to no other body. */
  end(): void;
  /** Resolves when the body must give way to one that began later. */
  readonly gaveWay: Promise<undefined>;
}

/** The bytes of all bodies in memory. */
export interface BodyBudget {
  open(): BodyBytes;
}

/**
 * Bounds the bodies that are in memory at once, before the host knows who sends them.
 *
 * If all bodies together have more than `mostBytes`, a body that grows beyond 64 KiB is refused, so small ones always
 * have room. If more than `most` are being read, the one that began first gives way: platforms send a body at once, so
 * the oldest is one that some client leaves unfinished.
 *
 * @example
 * const budget = createBodyBudget(500, 67_108_864);
 * using body = budget.open();
 * if (!body.take(chunk.length)) throw new Error("busy");
 */
export function createBodyBudget(most: number, mostBytes: number): BodyBudget {
  let total = 0;
  /** For each body that is being read, the function that makes it give way; oldest first. */
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
