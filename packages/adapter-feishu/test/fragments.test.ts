import { createManualClock } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFragments } from "../src/transport/fragments.ts";
import { decodeFrame, encodeFrame, type Frame } from "../src/wire/frame.ts";

function fragment(headers: Readonly<Record<string, number | string>>, payload?: Uint8Array): Frame {
  const all: Record<string, number | string> = { message_id: "m", ...headers };
  return {
    seqId: 0n,
    logId: 0n,
    service: 7,
    method: 1,
    headers: Object.entries(all).map(([key, value]) => [key, String(value)]),
    ...(payload !== undefined && { payload }),
  };
}

describe("fragments", () => {
  test("become the whole, wherever it was cut and in whatever order they come", () => {
    const cuts = fc.array(fc.uint8Array({ maxLength: 20 }), { minLength: 1, maxLength: 8 });
    const cases = cuts.chain((parts) =>
      fc.tuple(
        fc.constant(parts),
        fc.shuffledSubarray([...parts.keys()], { minLength: parts.length }),
      ),
    );
    fc.assert(
      fc.property(cases, ([parts, order]) => {
        const fragments = createFragments(createManualClock());
        const sum = parts.length;
        const results = order.map((seq) => fragments.add(fragment({ sum, seq }, parts[seq])));
        const whole = results.pop();
        expect(results.every((result) => result === undefined)).toBe(true);
        expect(Buffer.from(whole ?? []).equals(Buffer.concat(parts))).toBe(true);
      }),
    );
  });

  test.each([
    { sum: "two", seq: 0 },
    { sum: 1.5, seq: 0 },
    { sum: 0, seq: 0 },
    { sum: -1, seq: 0 },
    { sum: 2, seq: "one" },
    { sum: 2, seq: -1 },
    { sum: 2, seq: 2 },
    { sum: 1001, seq: 0 },
  ])("that cannot be are refused: %o", (headers) => {
    const fragments = createFragments(createManualClock());
    expect(() => fragments.add(fragment(headers))).toThrow(RangeError);
  });

  test("that never become a whole are dropped, the oldest first, when they have too many bytes", () => {
    const fragments = createFragments(createManualClock());
    const half = Buffer.alloc(2 ** 20, "a");
    for (let n = 0; n < 20; n++) {
      fragments.add(fragment({ message_id: n, sum: 2, seq: 0 }, half));
    }
    const ends = Array.from({ length: 20 }, (_, n) =>
      fragments.add(fragment({ message_id: n, sum: 2, seq: 1 }, Buffer.from("b"))),
    );
    const whole = ends.filter((end) => end !== undefined);
    expect(ends.at(-1)?.length).toBe(2 ** 20 + 1);
    expect(whole.length).toBeGreaterThan(10);
    expect(whole.length).toBeLessThan(18);
  });

  test("hold nothing of their frames, which may be far larger than what they carry", () => {
    const fragments = createFragments(createManualClock());
    const frames = ["a", "b"].map((text, seq) => {
      const frame = fragment({ sum: 2, seq }, Buffer.from(text));
      return encodeFrame({ ...frame, logIdNew: "x".repeat(2 ** 20) });
    });
    const ends = frames.map((bytes) => {
      const frame = decodeFrame(bytes);
      const whole = frame && fragments.add(frame);
      bytes.fill(0);
      return whole && String(Buffer.from(whole));
    });
    expect(ends).toEqual([undefined, "ab"]);
  });

  test.each([
    ["long ids", 2, 10, (n: number) => String(n).padEnd(2 ** 21, "x")],
    ["many small fragments", 1000, 80, String],
  ])("are bounded also by %s", (_name, sum, sets, idOf) => {
    const fragments = createFragments(createManualClock());
    for (let n = 0; n < sets; n++) {
      const message_id = idOf(n);
      for (let seq = 1; seq < sum; seq++) {
        fragments.add(fragment({ message_id, sum, seq }, Buffer.from("a")));
      }
    }
    // The oldest is gone, the newest there.
    const first = { sum, seq: 0 };
    expect(fragments.add(fragment({ ...first, message_id: idOf(sets - 1) }))).toBeDefined();
    expect(fragments.add(fragment({ ...first, message_id: idOf(0) }))).toBeUndefined();
  });

  test("of another number than the first are refused, and the set goes on without them", () => {
    const fragments = createFragments(createManualClock());
    expect(fragments.add(fragment({ sum: 2, seq: 0 }, Buffer.from("a")))).toBeUndefined();
    expect(() => fragments.add(fragment({ sum: 3, seq: 1 }))).toThrow(RangeError);
    const whole = fragments.add(fragment({ sum: 2, seq: 1 }, Buffer.from("b")));
    expect(String(whole)).toBe("ab");
  });

  test("without numbers are whole events", () => {
    const fragments = createFragments(createManualClock());
    expect(String(fragments.add(fragment({}, Buffer.from("all"))))).toBe("all");
  });

  test.each([
    [14_000, "ab"],
    [16_000, undefined],
  ])("are kept for 15 s: after %i ms", (ms, expected) => {
    const clock = createManualClock();
    const fragments = createFragments(clock);
    fragments.add(fragment({ sum: 2, seq: 0 }, Buffer.from("a")));
    clock.advance(ms);
    const whole = fragments.add(fragment({ sum: 2, seq: 1 }, Buffer.from("b")));
    expect(whole && String(whole)).toBe(expected);
  });
});
