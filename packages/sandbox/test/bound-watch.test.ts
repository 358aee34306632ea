import { afterEach, expect, test, vi } from "vitest";
import { type BoundName, createBoundWatch } from "../src/main/fairness/bound-watch.ts";

afterEach(() => void vi.useRealTimers());

test("a long wait is reported while it lasts, a short one never, and each bound once in ten seconds", () => {
  vi.useFakeTimers();
  const reported: BoundName[] = [];
  const watch = createBoundWatch((bound) => void reported.push(bound));
  const endShort = watch.begin("answers");
  vi.advanceTimersByTime(999);
  endShort();
  vi.advanceTimersByTime(1000);
  expect(reported).toEqual([]);

  watch.begin("answers");
  watch.begin("fetches");
  vi.advanceTimersByTime(1000);
  expect(reported).toEqual(["answers", "fetches"]);
  watch.begin("answers");
  vi.advanceTimersByTime(9000);
  expect(reported).toHaveLength(2);
  watch.begin("answers");
  vi.advanceTimersByTime(1000);
  expect(reported).toEqual(["answers", "fetches", "answers"]);
});
