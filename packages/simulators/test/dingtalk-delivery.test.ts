import { afterEach, expect, test, vi } from "vitest";
import { Delivery, type Push } from "../src/dingtalk/delivery/delivery.ts";

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

test("a push is repeated for a minute, and not afterwards, not even on another way", () => {
  vi.useFakeTimers();
  const delivery = new Delivery(20_000, Date.now);
  const carried: Push[] = [];
  delivery.carryBy((push) => carried.push(push) > 0);
  delivery.add("{}");
  vi.advanceTimersByTime(60_000);
  expect(carried).toHaveLength(4);
  vi.advanceTimersByTime(60_000);
  for (const push of carried.slice(0, 1)) delivery.release(push);
  delivery.flush();
  expect(carried).toHaveLength(4);
  expect(delivery.size).toBe(1);
  delivery.close();
});
