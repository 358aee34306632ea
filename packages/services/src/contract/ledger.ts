import assert from "node:assert/strict";
import { casesWith, type ContractCase } from "@botwright/core/contract";
import type { Ledger, Reservation, ReservationInput } from "../ports/ledger.ts";

const USER = { userId: 1 };
const DAY = "2026-01-05";
const PURCHASE = { ...USER, pluginSlug: "painter", description: "small", day: DAY };

/** An empty ledger with a controllable clock. */
export interface LedgerContractContext {
  readonly ledger: Ledger;
  readonly now: () => number;
  /** Moves time forward by this many milliseconds. */
  readonly advance: (ms: number) => void | Promise<void>;
}

async function withCredits({ ledger }: LedgerContractContext, credits: number): Promise<Ledger> {
  await ledger.move({ ...USER, key: "start", credits });
  return ledger;
}

/** Reserves credits; `undefined` when the ledger refuses, for any reason. */
async function reserve(ledger: Ledger, input: ReservationInput): Promise<Reservation | undefined> {
  const result = await ledger.reserve(input);
  return result.status === "reserved" ? result.reservation : undefined;
}

/** The rules of a {@link Ledger}; each case creates an empty one. */
export function ledgerContract(
  create: () => LedgerContractContext | Promise<LedgerContractContext>,
): ContractCase[] {
  return casesWith(create, {
    "an account begins with nothing, and gets what is moved to it, once per key": async (
      context,
    ) => {
      const { ledger } = context;
      assert.equal(await ledger.balance(1), 0);
      for (let again = 0; again < 2; again++) {
        assert.equal(await ledger.move({ ...USER, key: "a", credits: 10 }), true);
      }
      assert.equal(await ledger.balance(1), 10);
      assert.equal(await ledger.balance(2), 0);
      assert.equal(await ledger.move({ ...USER, key: "b", credits: -11 }), false);
      assert.equal(await ledger.move({ ...USER, key: "b", credits: -10 }), true);
      assert.equal(await ledger.balance(1), 0);
    },
    "what is reserved cannot be spent, and what is not charged returns": async (context) => {
      const ledger = await withCredits(context, 100);
      const reservation = await reserve(ledger, { ...PURCHASE, key: "p", credits: 60 });
      assert.equal(reservation?.credits, 60);
      assert.equal(reservation?.charged, undefined);
      assert.equal(await ledger.balance(1), 40);
      assert.deepEqual(await ledger.reserve({ ...PURCHASE, key: "q", credits: 41 }), {
        status: "too-few-credits",
      });
      assert.equal((await ledger.settle("p", 25)).charged, 25);
      assert.equal(await ledger.balance(1), 75);
    },
    "a charge is capped at what was reserved": async (context) => {
      const ledger = await withCredits(context, 10);
      await ledger.reserve({ ...PURCHASE, key: "p", credits: 10 });
      assert.equal((await ledger.settle("p", 1000)).charged, 10);
      assert.equal(await ledger.balance(1), 0);
    },
    // spec: billing.once
    "the same key is the same reservation and is charged once": async (context) => {
      const ledger = await withCredits(context, 100);
      await ledger.reserve({ ...PURCHASE, key: "p", credits: 50 });
      const again = await reserve(ledger, { ...PURCHASE, key: "p", credits: 90 });
      assert.equal(again?.credits, 50);
      assert.equal(await ledger.balance(1), 50);
      await ledger.settle("p", 20);
      assert.equal((await ledger.settle("p", 50)).charged, 20);
      assert.equal((await reserve(ledger, { ...PURCHASE, key: "p", credits: 50 }))?.charged, 20);
      assert.equal(await ledger.balance(1), 80);
    },
    "reservations at the same time never exceed the balance": async (context) => {
      const ledger = await withCredits(context, 100);
      const reservations = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          reserve(ledger, { ...PURCHASE, key: `p${n}`, credits: 9 }),
        ),
      );
      assert.equal(reservations.filter((made) => made !== undefined).length, 11);
      assert.equal(await ledger.balance(1), 1);
    },
    "the balance is the sum of the rows, which say what each movement was": async (context) => {
      const ledger = await withCredits(context, 100);
      await ledger.reserve({ ...PURCHASE, key: "p", credits: 60 });
      await ledger.settle("p", 25);
      await ledger.move({ ...USER, key: "back", credits: -5 });
      const rows = await ledger.rows(1, 100);
      const short = rows.map(({ key, kind, credits }) => [key, kind, credits]);
      assert.deepEqual(short.toReversed(), [
        ["start", "deposit", 100],
        ["p", "reservation", -60],
        ["p", "settlement", 35],
        ["back", "withdrawal", -5],
      ]);
      const sum = rows.reduce((total, { credits }) => total + credits, 0);
      assert.equal(await ledger.balance(1), sum);
      assert.equal(rows[1]?.pluginSlug, "painter");
      assert.equal(rows[1]?.description, "small");
      assert.equal((await ledger.rows(1, 2)).length, 2);
      assert.deepEqual(await ledger.rows(2, 100), []);
    },
    "lists the reservations that were left open, oldest first": async (context) => {
      const ledger = await withCredits(context, 100);
      await ledger.reserve({ ...PURCHASE, key: "old", credits: 1 });
      await context.advance(1000);
      await ledger.reserve({ ...PURCHASE, key: "settled", credits: 1 });
      await ledger.settle("settled", 1);
      await ledger.reserve({ ...PURCHASE, key: "newer", credits: 1 });
      await context.advance(1000);
      const before = context.now();
      await ledger.reserve({ ...PURCHASE, key: "newest", credits: 1 });
      const open = await ledger.openReservations(before, 10);
      assert.deepEqual(
        open.map(({ key }) => key),
        ["old", "newer"],
      );
      assert.equal((await ledger.openReservations(before, 1)).length, 1);
    },
    "an open reservation whose key is reserved again is as new, and no refund settles it": async (
      context,
    ) => {
      const ledger = await withCredits(context, 100);
      await ledger.reserve({ ...PURCHASE, key: "left", credits: 10 });
      await ledger.reserve({ ...PURCHASE, key: "retried", credits: 20 });
      await context.advance(1000);
      const before = context.now();
      const listed = await ledger.openReservations(before, 10);
      assert.equal(listed.length, 2);
      const again = await reserve(ledger, { ...PURCHASE, key: "retried", credits: 20 });
      assert.equal(again?.createdAt, before);
      const open = await ledger.openReservations(before, 10);
      assert.deepEqual(
        open.map(({ key }) => key),
        ["left"],
      );
      // The reservation was listed before its key was reserved again.
      assert.equal((await ledger.settle("retried", 0, before)).charged, undefined);
      assert.equal((await ledger.settle("left", 0, before)).charged, 0);
      assert.equal(await ledger.balance(1), 80);
      assert.equal((await ledger.settle("retried", 15)).charged, 15);
      assert.equal(await ledger.balance(1), 85);
      // A settled reservation does not change.
      await context.advance(1000);
      const settled = await reserve(ledger, { ...PURCHASE, key: "retried", credits: 20 });
      assert.equal(settled?.createdAt, before);
    },
    "an open reservation whose key is reserved again is newer, also where the clock was set back":
      async (context) => {
        const ledger = await withCredits(context, 100);
        const first = await reserve(ledger, { ...PURCHASE, key: "p", credits: 10 });
        await context.advance(-60_000);
        const again = await reserve(ledger, { ...PURCHASE, key: "p", credits: 10 });
        assert.ok(first !== undefined && again !== undefined);
        assert.ok(again.createdAt > first.createdAt);
        // The first attempt fails; its refund must leave the reservation that the second attempt uses.
        assert.equal((await ledger.settle("p", 0, first.createdAt + 1)).charged, undefined);
        assert.equal((await ledger.settle("p", 7)).charged, 7);
        assert.equal(await ledger.balance(1), 93);
      },
    "an account spends at most its limits, of a day and of a month": async (context) => {
      const ledger = await withCredits(context, 1000);
      await ledger.setLimits(1, [
        { period: "month", credits: 100 },
        { period: "day", credits: 60 },
      ]);
      const buy = (key: string, credits: number, day: string) =>
        ledger.reserve({ ...PURCHASE, key, credits, day });
      assert.equal((await buy("a", 60, DAY)).status, "reserved");
      assert.deepEqual(await buy("b", 1, DAY), {
        status: "over-limit",
        limit: { period: "day", credits: 60 },
      });
      assert.equal(await ledger.balance(1), 940);
      // The credits that were not charged can be spent.
      await ledger.settle("a", 25);
      assert.equal((await buy("b", 35, DAY)).status, "reserved");
      assert.equal((await buy("c", 40, "2026-01-06")).status, "reserved");
      assert.deepEqual(await buy("d", 1, "2026-01-31"), {
        status: "over-limit",
        limit: { period: "month", credits: 100 },
      });
      assert.equal((await buy("d", 60, "2026-02-01")).status, "reserved");
      // A repeated purchase counts only once.
      assert.equal((await buy("a", 60, DAY)).status, "reserved");
      assert.deepEqual(await ledger.limits(1, DAY), [
        { period: "day", credits: 60, spent: 60 },
        { period: "month", credits: 100, spent: 100 },
      ]);
      assert.deepEqual(await ledger.limits(2, DAY), []);
    },
    "a plugin spends at most its own limit, and others theirs": async (context) => {
      const ledger = await withCredits(context, 1000);
      const buy = (pluginSlug: string, key: string, credits: number) =>
        ledger.reserve({ ...PURCHASE, pluginSlug, key, credits });
      await buy("chat", "before", 30);
      const chat = { pluginSlug: "chat", period: "day", credits: 50 } as const;
      await ledger.setLimits(1, [chat, { period: "day", credits: 100 }]);
      assert.deepEqual(await buy("chat", "a", 21), { status: "over-limit", limit: chat });
      assert.equal((await buy("painter", "b", 70)).status, "reserved");
      assert.deepEqual(await buy("chat", "a", 1), {
        status: "over-limit",
        limit: { period: "day", credits: 100 },
      });
      assert.deepEqual(await ledger.limits(1, DAY), [
        { period: "day", credits: 100, spent: 100 },
        { ...chat, spent: 30 },
      ]);
      await ledger.setLimits(1, []);
      assert.equal((await buy("chat", "a", 900)).status, "reserved");
    },
    "reservations at the same time never exceed a limit": async (context) => {
      const ledger = await withCredits(context, 1000);
      await ledger.setLimits(1, [{ pluginSlug: "painter", period: "day", credits: 100 }]);
      const reservations = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          reserve(ledger, { ...PURCHASE, key: `p${n}`, credits: 9 }),
        ),
      );
      assert.equal(reservations.filter((made) => made !== undefined).length, 11);
      assert.equal(await ledger.balance(1), 901);
    },
    "a key is any text that a message's id can be": async (context) => {
      const ledger = await withCredits(context, 100);
      const key = 'bot/\0\ud800"\\/chat/3';
      await reserve(ledger, { ...PURCHASE, key, credits: 10 });
      assert.equal((await ledger.settle(key, 4)).key, key);
      assert.equal((await ledger.rows(1, 1))[0]?.key, key);
      assert.equal((await reserve(ledger, { ...PURCHASE, key, credits: 10 }))?.charged, 4);
      await ledger.move({ ...USER, key: "\0", credits: 1 });
      assert.equal(await ledger.balance(1), 97);
    },
    "refuses amounts that are no whole numbers, and keys that it does not know": async (
      context,
    ) => {
      const ledger = await withCredits(context, 100);
      for (const credits of [-1, 0.5, Number.NaN]) {
        const refused = ledger.reserve({ ...PURCHASE, key: "p", credits });
        await assert.rejects(refused, { code: "INVALID_INPUT" });
      }
      const twice = [1, 2].map((credits) => ({ period: "day" as const, credits }));
      for (const limits of [twice, [{ period: "day" as const, credits: -1 }]]) {
        await assert.rejects(ledger.setLimits(1, limits), { code: "INVALID_INPUT" });
      }
      await assert.rejects(ledger.settle("p", 1), { code: "LEDGER_UNKNOWN_RESERVATION" });
      assert.equal(await ledger.balance(1), 100);
    },
  });
}
