import {
  createBackoff,
  createTypingKeeper,
  IDLE_ROUND,
  pause,
  runPollLoop,
} from "@botwright/adapter-kit";
import { type Clock, createManualClock, type ManualClock, PlatformError } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";

/** Lets everything run that does not wait for the clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

/**
 * Runs rounds that take no time and counts them.
 *
 * @param round returns how many updates it brings; those of a negative number come from where the poll was before
 */
function poll(
  round: (count: number, clock: ManualClock) => number,
  onError: (error: unknown) => number | undefined = () => undefined,
  quickRounds?: number,
) {
  const clock = createManualClock();
  const stop = new AbortController();
  let rounds = 0;
  const loop = runPollLoop({
    async round() {
      const updates = round(++rounds, clock);
      return { updates: Math.abs(updates), hasMoved: updates > 0 };
    },
    onError,
    signal: stop.signal,
    clock,
    ...(quickRounds !== undefined && { quickRounds }),
  });
  return { clock, stop, loop, rounds: () => rounds };
}

const refuse = (): Promise<never> => Promise.reject(new Error("refused"));

function keeper(clock: Clock) {
  const show = vi.fn<(to: string, signal: AbortSignal) => Promise<void>>(() => Promise.resolve());
  return { show, typing: createTypingKeeper({ show, everyMs: 4000, clock }) };
}

describe("createBackoff", () => {
  test("doubles up to its limit, and begins again after a success", () => {
    const backoff = createBackoff({ firstMs: 1000, maxMs: 5000, random: () => 0.5 });
    expect([1, 2, 3, 4, 5].map(() => backoff.next())).toEqual([1000, 2000, 4000, 5000, 5000]);
    backoff.reset();
    expect(backoff.next()).toBe(1000);
  });

  test("spreads by a tenth either way", () => {
    expect(createBackoff({ firstMs: 1000, random: () => 0 }).next()).toBe(900);
    expect(createBackoff({ firstMs: 1000, random: () => 1 }).next()).toBeCloseTo(1100);
  });
});

describe("pause", () => {
  test("ends when the time is up, or with the signal", async () => {
    const clock = createManualClock();
    const ended = vi.fn<(by: string) => void>();
    const controller = new AbortController();
    void pause(1000, undefined, clock).then(() => ended("time"));
    void pause(1000, controller.signal, clock).then(() => ended("signal"));
    void pause(1000, AbortSignal.abort(), clock).then(() => ended("aborted before"));
    await settle();
    controller.abort();
    await settle();
    expect(ended.mock.calls.flat()).toEqual(["aborted before", "signal"]);
    clock.advance(1000);
    await settle();
    expect(ended.mock.calls.flat()).toEqual(["aborted before", "signal", "time"]);
  });
});

/** How many timers keep this process alive. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
}

test("pause keeps the process alive, although timers of a clock do not", async () => {
  const before = timers();
  const controller = new AbortController();
  const waiting = pause(60_000, controller.signal);
  expect(timers()).toBe(before + 1);
  controller.abort();
  await waiting;
  expect(timers()).toBe(before);
});

describe("runPollLoop", () => {
  test("asks again at once after updates, and after an empty answer that took its time", async () => {
    const { stop, loop, rounds } = poll((count, clock) => {
      if (count === 50) stop.abort();
      if (count > 25) clock.advance(1000);
      return count > 25 ? 0 : 3;
    });
    await loop;
    expect(rounds()).toBe(50);
  });

  test("waits a second after an instant empty answer", async () => {
    const { clock, stop, loop, rounds } = poll(() => 0);
    await settle();
    expect(rounds()).toBe(1);
    clock.advance(999);
    await settle();
    expect(rounds()).toBe(1);
    clock.advance(1);
    await settle();
    expect(rounds()).toBe(2);
    stop.abort();
    await loop;
  });

  test("waits a second after updates from which the poll has not moved on", async () => {
    const { clock, stop, loop, rounds } = poll((count) => (count < 3 ? 5 : -5));
    await settle();
    expect(rounds()).toBe(3);
    clock.advance(999);
    await settle();
    expect(rounds()).toBe(3);
    clock.advance(1);
    await settle();
    expect(rounds()).toBe(4);
    stop.abort();
    await loop;
  });

  test("waits a second after a failure for which less is asked, and not at all for none", async () => {
    const { clock, stop, loop, rounds } = poll(
      () => {
        throw new Error("slow down");
      },
      () => (rounds() === 1 ? 0 : 1e-6),
    );
    await settle();
    expect(rounds()).toBe(2);
    clock.advance(999);
    await settle();
    expect(rounds()).toBe(2);
    clock.advance(1);
    await settle();
    expect(rounds()).toBe(3);
    stop.abort();
    await loop;
  });

  test("lets a few instant empty answers pass, again after each that is not empty", async () => {
    const { clock, stop, loop, rounds } = poll((count) => (count === 4 ? 1 : 0), undefined, 2);
    await settle();
    expect(rounds()).toBe(3);
    clock.advance(1000);
    await settle();
    // The fourth brought something.
    expect(rounds()).toBe(7);
    clock.advance(1000);
    await settle();
    expect(rounds()).toBe(8);
    stop.abort();
    await loop;
  });

  test("waits longer after each failure, and is reset by a success", async () => {
    const { clock, stop, loop, rounds } = poll((count) => {
      if (count === 4) return 1;
      throw new Error("down");
    });
    const expected = [
      [1100, 2],
      [2200, 3],
      // The success after this wait is followed at once by the fifth round.
      [4400, 5],
      [1100, 6],
    ] as const;
    for (const [ms, count] of expected) {
      await settle();
      clock.advance(ms);
      await settle();
      expect(rounds()).toBe(count);
    }
    stop.abort();
    await loop;
  });

  test("waits as long as onError says, and ends with what it throws", async () => {
    const { clock, loop, rounds } = poll(
      (count) => {
        throw new Error(`failure ${count}`);
      },
      (error) => {
        if (rounds() === 2) throw error;
        return 60_000;
      },
    );
    await settle();
    clock.advance(59_999);
    await settle();
    expect(rounds()).toBe(1);
    clock.advance(1);
    await expect(loop).rejects.toThrow("failure 2");
  });

  test("ends quietly when a round fails because of the stop", async () => {
    const stop = new AbortController();
    const onError = vi.fn<() => number>();
    await runPollLoop({
      round: async (signal) => {
        stop.abort();
        signal.throwIfAborted();
        return IDLE_ROUND;
      },
      onError,
      signal: stop.signal,
    });
    expect(onError).not.toHaveBeenCalled();
  });
});

describe("createTypingKeeper", () => {
  test("repeats until a minute is over", async () => {
    const clock = createManualClock();
    const { show, typing } = keeper(clock);
    await typing.start("a");
    clock.advance(3999);
    expect(show).toHaveBeenCalledTimes(1);
    clock.advance(1);
    expect(show).toHaveBeenCalledTimes(2);
    for (let repeat = 0; repeat < 100; repeat++) {
      await settle();
      clock.advance(4000);
    }
    expect(show).toHaveBeenCalledTimes(15);
    expect(typing.stop("a")).toBe(false);
  });

  test("ends after a minute also when the clock is set back", async () => {
    const clock = createManualClock();
    let setBack = 0;
    const { show, typing } = keeper({ ...clock, now: () => clock.now() - setBack });
    await typing.start("a");
    setBack = 3_600_000;
    for (let repeat = 0; repeat < 100; repeat++) {
      await settle();
      clock.advance(4000);
    }
    expect(show).toHaveBeenCalledTimes(15);
  });

  test("stops for one chat, gives up what is under way, and can begin again", async () => {
    const clock = createManualClock();
    const { show, typing } = keeper(clock);
    await typing.start("a");
    await typing.start("b");
    expect(typing.stop("a")).toBe(true);
    expect(show.mock.calls[0]?.[1].aborted).toBe(true);
    clock.advance(4000);
    expect(show.mock.calls.map(([to]) => to)).toEqual(["a", "b", "b"]);
    typing.stopAll();
    clock.advance(60_000);
    expect(show).toHaveBeenCalledTimes(3);
    await typing.start("a");
    expect(show).toHaveBeenCalledTimes(4);
    typing.stopAll();
  });

  test("shows itself in two hundred chats at once, and ends in the oldest one for the next", async () => {
    const clock = createManualClock();
    const { show, typing } = keeper(clock);
    for (let chat = 0; chat < 201; chat++) await typing.start(`chat ${chat}`);
    expect(typing.stop("chat 0")).toBe(false);
    expect(typing.stop("chat 1")).toBe(true);
    show.mockClear();
    clock.advance(4000);
    expect(show).toHaveBeenCalledTimes(199);
    typing.stopAll();
  });

  test("does not repeat what the platform refuses", async () => {
    const clock = createManualClock();
    const show = vi.fn<() => Promise<void>>(async () => {
      throw new PlatformError("there is no such chat", { code: "PLATFORM_BAD_REQUEST" });
    });
    const typing = createTypingKeeper({ show, everyMs: 4000, clock });
    await typing.start("nobody");
    clock.advance(60_000);
    expect(show).toHaveBeenCalledTimes(1);
    expect(typing.stop("nobody")).toBe(false);
  });

  test("ends an indicator after a call to show it that is under way", async () => {
    const clock = createManualClock();
    const calls: string[] = [];
    const answers: (() => void)[] = [];
    const call = (what: string) => (to: string) =>
      new Promise<void>((resolve) => {
        calls.push(`${what} ${to}`);
        answers.push(resolve);
      });
    const typing = createTypingKeeper({
      show: call("show"),
      hide: call("hide"),
      everyMs: 4000,
      clock,
    });
    void typing.start("a");
    const cancelled = typing.cancel("a");
    void typing.cancel("b");
    clock.advance(4000);
    await settle();
    expect(calls).toEqual(["show a", "hide b"]);
    answers.shift()?.();
    await settle();
    expect(calls).toEqual(["show a", "hide b", "hide a"]);
    for (const answer of answers) answer();
    await cancelled;
  });

  test("keeps failures to itself", async () => {
    const typing = createTypingKeeper({
      show: refuse,
      hide: refuse,
      everyMs: 4000,
      clock: createManualClock(),
    });
    await expect(typing.start("a")).resolves.toBeUndefined();
    await expect(typing.cancel("a")).resolves.toBeUndefined();
  });
});
