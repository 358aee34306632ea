import {
  type AdapterOptions,
  type AdapterStatus,
  type BindingCredentials,
  type BotwrightError,
  type Clock,
  createMemoryAdapterState,
  describeError,
  isBotwrightError,
  type PlatformBinding,
} from "@botwright/core";
import { botError, type BotErrorCode, BotRefusedError } from "./bot-errors.ts";

/** What a connection is tested with. */
export interface ConnectionTest {
  readonly binding: PlatformBinding;
  readonly credentials: BindingCredentials;
  /** The options of the adapter. */
  readonly options: AdapterOptions;
  /** Milliseconds that the start may take. */
  readonly ms: number;
  readonly clock: Clock;
}

/** Milliseconds that the stop may take. */
const STOP_MS = 5000;

/** The host's codes and the specification's words for the two refusals that users meet. */
const REFUSALS: Readonly<Record<string, { code: BotErrorCode; words: string }>> = {
  PLATFORM_UNAUTHORIZED: { code: "BOT_UNAUTHORIZED", words: "failed authentication" },
  PLATFORM_FORBIDDEN: { code: "BOT_FORBIDDEN", words: "insufficient permission" },
};

/**
 * Starts a bot against its platform and stops it again. Messages that arrive meanwhile are not accepted, so the
 * platform delivers them again once the bot is bound.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field that is missing or has the wrong form
 * @throws {BotwrightError} `BOT_UNAUTHORIZED`, `BOT_FORBIDDEN`, `BOT_REFUSED`, `PLATFORM_UNREACHABLE`,
 * `PLATFORM_TIMED_OUT`, with what to do about it
 */
export async function testConnection(test: ConnectionTest): Promise<void> {
  const { binding, clock, ms } = test;
  const state = createMemoryAdapterState({ bytes: 2 ** 20, clock });
  const adapter = binding.createAdapter(test.credentials, { ...test.options, state });
  let status: AdapterStatus = { state: "stopped" };
  adapter.onStatus?.((next) => (status = next));
  const platform = binding.label.en;
  try {
    const late = botError(
      "PLATFORM_TIMED_OUT",
      `${platform} has not answered within ${Math.ceil(ms / 1000)} s: try again later`,
    );
    await inTime(adapter.start(takeNothing), ms, clock, late);
  } catch (error) {
    throw inWords(platform, error, status);
  } finally {
    await inTime(adapter.stop(), STOP_MS, clock).catch(() => {});
  }
}

async function takeNothing(): Promise<never> {
  throw new Error("the bot is not bound yet");
}

/** Waits for a promise. After `ms` milliseconds, rejects with `late`, or resolves if there is no `late`. */
async function inTime(
  promise: Promise<void>,
  ms: number,
  clock: Clock,
  late?: Error,
): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const cancel = clock.after(ms, () =>
    late === undefined ? timeout.resolve() : timeout.reject(late),
  );
  try {
    await Promise.race([promise, timeout.promise]);
  } finally {
    cancel();
  }
}

function inWords(platform: string, error: unknown, status: AdapterStatus): BotwrightError {
  const { code, message } = describeError(error);
  if (status.state === "refused") {
    const known = REFUSALS[status.code] ?? { code: "BOT_REFUSED", words: "refused" };
    const { message: what, advice } = status;
    return new BotRefusedError(`${platform}: ${known.words}. ${what} ${advice.en}`, {
      code: known.code,
      cause: error,
      refusal: { advice, said: saidIn(error) ?? what },
    });
  }
  if (code === "PLATFORM_TIMED_OUT" && isBotwrightError(error)) return error;
  if (code === "NETWORK_TIMEOUT") return botError("PLATFORM_TIMED_OUT", message, error);
  return botError("PLATFORM_UNREACHABLE", `${platform} cannot be reached: ${message}`, error);
}

/** The text in which the platform itself describes the refusal. */
function saidIn(error: unknown): string | undefined {
  if (!isBotwrightError(error) || !("description" in error)) return undefined;
  return typeof error.description === "string" ? error.description : undefined;
}
