import { expect, test } from "vitest";
import fc from "fast-check";
import { createDayOf } from "../src/index.ts";

test("the day of a time zone", () => {
  const time = Date.UTC(2026, 0, 4, 23, 30);
  expect(createDayOf("UTC")(time)).toBe("2026-01-04");
  expect(createDayOf("Asia/Shanghai")(time)).toBe("2026-01-05");
  expect(createDayOf("America/New_York")(time)).toBe("2026-01-04");
});

test("UTC has the days of a zone without an offset", () => {
  const [utc, same] = [createDayOf("UTC"), createDayOf("Etc/GMT")];
  const times = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(times, (date) => {
      expect(utc(date.getTime())).toBe(same(date.getTime()));
    }),
  );
});

test("a zone that does not exist is refused", () => {
  expect(() => createDayOf("Mars/Base")).toThrow(/UTC or Asia\/Shanghai, not "Mars\/Base"/u);
});
