import assert from "node:assert/strict";
import type { Ledger } from "../ports/ledger.ts";
import { casesWith, type ContractCase } from "./case.ts";

const USER = { userId: 1 };
const PURCHASE = { ...USER, pluginSlug: "painter", description: "small" };

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
      const reservation = await ledger.reserve({ ...PURCHASE, key: "p", credits: 60 });
      assert.equal(reservation?.credits, 60);
      assert.equal(reservation?.charged, undefined);
      assert.equal(await ledger.balance(1), 40);
      assert.equal(await ledger.reserve({ ...PURCHASE, key: "q", credits: 41 }), undefined);
      assert.equal((await ledger.settle("p", 25)).charged, 25);
      assert.equal(await ledger.balance(1), 75);
    },
    "a charge is capped at what was reserved": async (context) => {
      const ledger = await withCredits(context, 10);
      await ledger.reserve({ ...PURCHASE, key: "p", credits: 10 });
      assert.equal((await ledger.settle("p", 1000)).charged, 10);
      assert.equal(await ledger.balance(1), 0);
    },
    "the same key is the same reservation and is charged once": async (context) => {
      const ledger = await withCredits(context, 100);
      await ledger.reserve({ ...PURCHASE, key: "p", credits: 50 });
      const again = await ledger.reserve({ ...PURCHASE, key: "p", credits: 90 });
      assert.equal(again?.credits, 50);
      assert.equal(await ledger.balance(1), 50);
      await ledger.settle("p", 20);
      assert.equal((await ledger.settle("p", 50)).charged, 20);
      assert.equal((await ledger.reserve({ ...PURCHASE, key: "p", credits: 50 }))?.charged, 20);
      assert.equal(await ledger.balance(1), 80);
    },
    "reservations at the same time never exceed the balance": async (context) => {
      const ledger = await withCredits(context, 100);
      const reservations = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          ledger.reserve({ ...PURCHASE, key: `p${n}`, credits: 9 }),
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
    "refuses amounts that are no whole numbers, and keys that it does not know": async (
      context,
    ) => {
      const ledger = await withCredits(context, 100);
      for (const credits of [-1, 0.5, Number.NaN]) {
        const refused = ledger.reserve({ ...PURCHASE, key: "p", credits });
        await assert.rejects(refused, { code: "INVALID_INPUT" });
      }
      await assert.rejects(ledger.settle("p", 1), { code: "LEDGER_UNKNOWN_RESERVATION" });
      assert.equal(await ledger.balance(1), 100);
    },
  });
}
