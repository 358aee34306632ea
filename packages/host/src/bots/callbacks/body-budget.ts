/** Bytes of a body that are read in any case: more than platforms' callbacks have but for rare ones. */
const FREE_BYTES = 65_536;

/** Bytes that a piece counts at least: one of a single byte costs some 360 bytes of objects. */
const LEAST_OF_PIECE = 512;

/** The bytes of one body. */
interface BodyBytes extends Disposable {
  /** Adds the bytes of a piece that was read; false when the body has to give way, or is not wanted any more. */
  take(bytes: number): boolean;
}

/** The bytes of all bodies that are held at once. */
export interface BodyBudget {
  open(): BodyBytes;
}

/**
 * Bounds the bytes of bodies that strangers send at the same time, before it is known who they are. When all together
 * have more than `mostBytes`, a body gives way that grows beyond 64 KiB, so small ones always have room.
 *
 * @example
 * const budget = createBodyBudget(67_108_864);
 * using body = budget.open();
 * if (!body.take(chunk.length)) throw new Error("busy");
 */
export function createBodyBudget(mostBytes: number): BodyBudget {
  let total = 0;
  return {
    open() {
      let own = 0;
      let isOver = false;
      return {
        take(bytes) {
          if (isOver) return false;
          const counted = Math.max(bytes, LEAST_OF_PIECE);
          own += counted;
          total += counted;
          return total <= mostBytes || own <= FREE_BYTES;
        },
        [Symbol.dispose]() {
          if (!isOver) total -= own;
          isOver = true;
        },
      };
    },
  };
}
