import { expect, test } from "vitest";
import { createSlots } from "../src/slots.ts";

/** Has a bot take as many slots as it may. */
function fill(slots: ReturnType<typeof createSlots>, botId: number): number {
  while (slots.roomFor(botId) > 0) slots.take(botId);
  return slots.heldBy(botId);
}

test("a bot that is alone leaves a quarter of the slots, and each further one leaves some too", () => {
  const slots = createSlots(200);
  expect(slots.roomFor(1)).toBe(150);
  expect(fill(slots, 1)).toBe(150);
  expect(fill(slots, 2)).toBe(37);
  expect(slots.free).toBe(13);
  // What the first gives back is shared.
  for (let count = 0; count < 100; count++) slots.giveBack(1);
  expect(fill(slots, 2)).toBeGreaterThan(90);
  expect(slots.roomFor(3)).toBeGreaterThan(0);
});

test("the room of a bot is how many it takes one after the other", () => {
  for (let count = 0; count < 40; count++) {
    const slots = createSlots(count);
    for (const botId of [1, 2, 3]) {
      const before = slots.heldBy(botId);
      const room = slots.roomFor(botId);
      expect(fill(slots, botId) - before).toBe(room);
    }
    expect(slots.free).toBeGreaterThanOrEqual(0);
  }
});

test("the last free slot is for a bot that has none", () => {
  const slots = createSlots(2);
  expect(fill(slots, 1)).toBe(1);
  expect(fill(slots, 2)).toBe(1);
  expect(slots.roomFor(3)).toBe(0);
  slots.giveBack(1);
  expect(slots.roomFor(2)).toBe(0);
  expect(slots.roomFor(3)).toBe(1);
});

test("slots that are reserved are free for nobody", () => {
  const slots = createSlots(10);
  slots.reserve(10);
  expect(slots.roomFor(1)).toBe(0);
  slots.giveBackReserved(10);
  expect(slots.roomFor(1)).toBeGreaterThan(0);
});

test("bots of one account share what an account may have, and leave the rest to others", () => {
  const slots = createSlots(200, (botId) => (botId < 100 ? 1 : botId));
  expect(fill(slots, 1)).toBe(112);
  for (let botId = 2; botId < 100; botId++) fill(slots, botId);
  const ofOthers = slots.free;
  expect(ofOthers).toBe(50);
  // The same account has nothing left, the others have.
  expect(slots.roomFor(99)).toBe(0);
  expect(fill(slots, 100)).toBeGreaterThan(20);
  expect(slots.roomFor(101)).toBeGreaterThan(0);
});
