import { assertOptions, OPTION_RULES } from "../rules/validation/assert-options.ts";
import { createBytePool } from "../rules/byte-pool.ts";

/** Bytes that are reserved for the medium of one message. */
export interface MediaReservation {
  /** Replaces the requested number of bytes by the actual size of the medium. */
  resize(bytes: number): void;
  /** Returns the bytes to the budget; further calls have no effect. */
  release(): void;
}

/** Limits the memory of the media that are handed to plugins. */
export interface MediaBudget {
  /**
   * Waits for bytes. Requests of one account wait in a queue, and the accounts take turns. A request for more than
   * the whole budget is granted when no other bytes are reserved.
   */
  reserve(userId: number, bytes: number): Promise<MediaReservation>;
}

/** Options of {@link createMediaBudget}. */
export interface MediaBudgetOptions {
  /** Bytes for all messages together; an account that is alone may use half of them. @default 268_435_456 */
  readonly bytes?: number | undefined;
}

const DEFAULT_BYTES = 268_435_456;

/**
 * Creates a {@link MediaBudget}. It is needed because strangers decide how many files they send at once, and each
 * medium stays in memory until the plugins of its message have ended. When the budget is exhausted, a further
 * message waits before its medium is downloaded. Give one budget to all runtimes of a process.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option that does not exist or has a wrong value
 * @example
 * const mediaBudget = createMediaBudget({ bytes: 134_217_728 });
 * const runtimes = adapters.map((adapter) => createBotRuntime({ adapter, plugins, mediaBudget }));
 */
export function createMediaBudget(options: MediaBudgetOptions = {}): MediaBudget {
  assertOptions("options", options, { bytes: OPTION_RULES.count });
  const { bytes = DEFAULT_BYTES } = options;
  const pool = createBytePool<number>({ capacity: bytes });

  function createReservation(owner: number, asked: number): MediaReservation {
    let held = asked;
    let isReleased = false;
    function change(now: number): void {
      pool.add(owner, now - held);
      held = now;
      pool.serve();
    }
    return {
      resize(now) {
        if (!isReleased) change(now);
      },
      release() {
        isReleased = true;
        change(0);
      },
    };
  }

  return {
    reserve(userId, asked) {
      return new Promise((resolve) => {
        const grant = (): void => resolve(createReservation(userId, asked));
        pool.push({ owner: userId, bytes: asked, grant });
        pool.serve();
      });
    },
  };
}
