import { afterEach, expect, test, vi } from "vitest";
import { Delivery, type Push } from "../src/dingtalk/delivery.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a delivery that is refused after the end keeps no process alive", () => {
  vi.useFakeTimers();
  const delivery = new Delivery(20_000, Date.now);
  const carried: Push[] = [];
  delivery.carryBy((push) => carried.push(push) > 0);
  delivery.add("{}");
  expect(vi.getTimerCount()).toBe(1);
  delivery.close();
  for (const push of carried) delivery.refuse(push);
  expect(carried).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
